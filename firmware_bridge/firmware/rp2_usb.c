/* The port: the USB controller as a serial port, with ring buffers for both directions.
 *
 * A host that has opened the port reads what is said; what is said to nobody is gone, as on a wire,
 * so that no throw is told as new when somebody opens it later. */
#include <string.h>

#include "board.h"
#include "rp2_chip.h"
#include "rp2_registers.h"
#include "rp2_usb_descriptors.h"

#define HEARD 1024
#define SAID_AT_ONCE (PACKET_BYTES - 1) /* a full packet would have the host wait for another */

#define CONTROL_AT 0x100 /* places in the controller's memory: both directions of endpoint 0, */
#define NOTES_AT 0x180
#define SENT_AT 0x1C0
#define RECEIVED_AT 0x200

enum { GET_STATUS = 0, CLEAR_FEATURE = 1, SET_ADDRESS = 5, GET_DESCRIPTOR = 6,
       GET_CONFIGURATION = 8, SET_CONFIGURATION = 9 };
enum { SET_LINE_CODING = 0x20, GET_LINE_CODING = 0x21, SET_CONTROL_LINE_STATE = 0x22 };
#define KIND_OF_REQUEST 0x60
#define KIND_STANDARD 0x00
#define KIND_CLASS 0x20
#define TO_HOST 0x80
#define HOST_IS_READY 1 /* DTR */

static volatile uint8_t heard[HEARD], said[256];
static volatile uint16_t heard_in, heard_out;
static volatile uint8_t said_in, said_out;

static struct {
    uint8_t address; /* to be taken once the host knows that it was heard; 0 for none */
    uint8_t configured;
    bool opened, asleep, sending, receiving;
    uint16_t data1; /* endpoints whose next packet is of the other kind: bit 2n in, 2n + 1 out */
    const uint8_t *left; /* of an answer in several packets */
    uint16_t left_length;
    bool takes_coding;
} usb;

static uint8_t line_coding[7] = {0x00, 0xC2, 0x01, 0x00, 0, 0, 8}; /* 115200 8N1: it is not asked for */
static uint8_t answer[2 + 2 * (sizeof "Shut the Box: " NAME)];
static char number[2 * FLASH_NUMBER_BYTES + 1]; /* of this board alone, in hexadecimal */
static const char *const strings[] = {"boxctl", "Shut the Box: " NAME, number};
static volatile bool closed_at_1200;

_Static_assert(sizeof answer >= 2 * sizeof number, "the number of the board is too long to be told");

#define BAUD_OF_NEW_FIRMWARE 1200

static uint8_t *dpram(uint16_t at) {
    return (uint8_t *)(USB_DPRAM + at);
}

/* By words: the buffers are long enough, and the compiler may not turn this into other accesses. */
static void fill(uint16_t at, const uint8_t *bytes, uint8_t length) {
    for (uint8_t i = 0; i < length; i += 4) {
        uint8_t word[4] = {0};
        memcpy(word, bytes + i, length - i < 4 ? length - i : 4);
        REGISTER(USB_DPRAM + at + i) = (uint32_t)word[0] | (uint32_t)word[1] << 8 |
                                       (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
    }
}

/* Let the controller have a buffer: to send so many bytes, or to take as many. */
static void give(uint8_t endpoint, bool out, uint16_t length) {
    uint16_t bit = (uint16_t)(1 << (2 * endpoint + out));
    uint32_t control = length | (out ? 0 : USB_FULL) | (usb.data1 & bit ? USB_DATA1 : 0);
    usb.data1 ^= bit;
    REGISTER(USB_BUFFER_CONTROL(endpoint, out)) = control;
    /* Its clock is slower: the rest has to be there before it may look. */
    __asm__ volatile("nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop");
    REGISTER(USB_BUFFER_CONTROL(endpoint, out)) = control | USB_AVAILABLE;
}

static bool listens(void) {
    return usb.configured && usb.opened && !usb.asleep;
}

/* Send what was said, if the last packet has gone. Interrupts are off in these. */
static void send(void) {
    if (!listens()) {
        said_out = said_in;
        return;
    }
    uint8_t packet[SAID_AT_ONCE], length = 0;
    while (!usb.sending && length < SAID_AT_ONCE && said_out != said_in) {
        packet[length++] = said[said_out++];
    }
    if (length != 0) {
        usb.sending = true;
        fill(SENT_AT, packet, length);
        give(DATA_ENDPOINT, false, length);
    }
}

/* Take more once it has room: the host waits meanwhile. */
static void receive(void) {
    uint16_t room = (uint16_t)(heard_out - heard_in - 1) % HEARD;
    if (usb.configured && !usb.receiving && room >= PACKET_BYTES) {
        usb.receiving = true;
        give(DATA_ENDPOINT, true, PACKET_BYTES);
    }
}

static void take_packet(void) {
    uint16_t length = REGISTER(USB_BUFFER_CONTROL(DATA_ENDPOINT, true)) & USB_LENGTH;
    const uint8_t *bytes = dpram(RECEIVED_AT);
    for (uint16_t i = 0; i < length; i++) {
        heard[heard_in] = bytes[i];
        heard_in = (heard_in + 1) % HEARD;
    }
    usb.receiving = false;
    receive();
}

/* Nobody reads any more: what waits to be sent is not sent later. */
static void forget_sent(void) {
    if (usb.sending) {
        uint32_t bit = BIT_OF(2 * DATA_ENDPOINT);
        SET_BITS(USB_ABORT, bit);
        while (!(REGISTER(USB_ABORT_DONE) & bit)) {
        }
        REGISTER(USB_BUFFER_CONTROL(DATA_ENDPOINT, false)) = 0;
        CLEAR_BITS(USB_ABORT, bit);
        REGISTER(USB_ABORT_DONE) = bit;
        REGISTER(USB_BUFFER_STATUS) = bit;
        usb.data1 ^= (uint16_t)bit;
        usb.sending = false;
    }
    said_out = said_in;
}

/* Endpoint 0. */

static void answer_more(void) {
    uint16_t length = usb.left_length < PACKET_BYTES ? usb.left_length : PACKET_BYTES;
    fill(CONTROL_AT, usb.left, (uint8_t)length);
    usb.left += length;
    usb.left_length -= length;
    give(0, false, length);
}

static void answer_with(const void *bytes, uint16_t length, uint16_t wanted) {
    usb.left = bytes;
    usb.left_length = length < wanted ? length : wanted;
    answer_more();
    if (usb.left_length == 0) {
        give(0, true, 0); /* the host says that it has it */
    }
}

static void accept(void) {
    give(0, false, 0);
}

static void refuse(void) {
    SET_BITS(USB_STALL_ARM, 3);
    REGISTER(USB_BUFFER_CONTROL(0, false)) = USB_STALL;
    REGISTER(USB_BUFFER_CONTROL(0, true)) = USB_STALL;
}

static void tell_string(uint8_t which, uint16_t wanted) {
    uint8_t length = 2;
    if (which == 0) {
        answer[length++] = 0x09; /* English */
        answer[length++] = 0x04;
    } else {
        for (const char *text = strings[which - 1]; *text != '\0'; text++) {
            answer[length++] = (uint8_t)*text;
            answer[length++] = 0;
        }
    }
    answer[0] = length;
    answer[1] = DESCRIBES_STRING;
    answer_with(answer, length, wanted);
}

static void tell_descriptor(uint8_t kind, uint8_t which, uint16_t wanted) {
    if (kind == DESCRIBES_DEVICE) {
        answer_with(device_descriptor, sizeof device_descriptor, wanted);
    } else if (kind == DESCRIBES_CONFIGURATION) {
        answer_with(configuration_descriptor, sizeof configuration_descriptor, wanted);
    } else if (kind == DESCRIBES_STRING && which <= sizeof strings / sizeof *strings) {
        tell_string(which, wanted);
    } else {
        refuse();
    }
}

static void configure(uint8_t configuration) {
    usb.configured = configuration;
    usb.opened = usb.sending = usb.receiving = false;
    usb.data1 &= 3; /* all but endpoint 0 begin anew */
    REGISTER(USB_ENDPOINT_CONTROL(NOTES_ENDPOINT, false)) = USB_ENDPOINT | USB_INTERRUPT_KIND | NOTES_AT;
    REGISTER(USB_ENDPOINT_CONTROL(DATA_ENDPOINT, false)) = USB_ENDPOINT | USB_BULK_KIND | SENT_AT;
    REGISTER(USB_ENDPOINT_CONTROL(DATA_ENDPOINT, true)) = USB_ENDPOINT | USB_BULK_KIND | RECEIVED_AT;
    receive();
}

static void obey_standard(const uint8_t *setup, uint16_t wanted) {
    static const uint8_t nothing[2];
    switch (setup[1]) {
    case GET_STATUS:
        answer_with(nothing, 2, wanted);
        return;
    case CLEAR_FEATURE:
        if (setup[0] == 2) {
            usb.data1 &= (uint16_t)~(1 << (2 * (setup[4] & 0xF) + !(setup[4] & TO_HOST)));
        }
        accept();
        return;
    case SET_ADDRESS:
        usb.address = setup[2];
        accept();
        return;
    case GET_DESCRIPTOR:
        tell_descriptor(setup[3], setup[2], wanted);
        return;
    case GET_CONFIGURATION:
        answer_with(&usb.configured, 1, wanted);
        return;
    case SET_CONFIGURATION:
        configure(setup[2]);
        accept();
        return;
    default:
        refuse();
    }
}

static uint32_t speed(void) {
    return line_coding[0] | (uint32_t)line_coding[1] << 8 | (uint32_t)line_coding[2] << 16 |
           (uint32_t)line_coding[3] << 24;
}

static void obey_class(const uint8_t *setup, uint16_t wanted) {
    switch (setup[1]) {
    case SET_LINE_CODING:
        usb.takes_coding = true;
        give(0, true, sizeof line_coding);
        return;
    case GET_LINE_CODING:
        answer_with(line_coding, sizeof line_coding, wanted);
        return;
    case SET_CONTROL_LINE_STATE:
        if (usb.opened && !(setup[2] & HOST_IS_READY)) {
            closed_at_1200 = speed() == BAUD_OF_NEW_FIRMWARE;
        }
        usb.opened = setup[2] & HOST_IS_READY;
        if (!usb.opened) {
            forget_sent();
        }
        accept();
        return;
    default:
        refuse();
    }
}

static void obey(void) {
    uint8_t setup[8];
    memcpy(setup, dpram(0), sizeof setup);
    uint16_t wanted = (uint16_t)(setup[6] | setup[7] << 8);
    usb.data1 |= 3; /* what follows a request begins with the other kind */
    usb.left_length = 0;
    usb.takes_coding = false;
    switch (setup[0] & KIND_OF_REQUEST) {
    case KIND_STANDARD:
        obey_standard(setup, wanted);
        return;
    case KIND_CLASS:
        obey_class(setup, wanted);
        return;
    default:
        refuse();
    }
}

static void buffer_done(uint32_t done) {
    if (done & BIT_OF(0)) {
        if (usb.address != 0) {
            REGISTER(USB_ADDRESS) = usb.address;
            usb.address = 0;
        }
        if (usb.left_length != 0) {
            answer_more();
            if (usb.left_length == 0) {
                give(0, true, 0);
            }
        }
    }
    if (done & BIT_OF(1) && usb.takes_coding) {
        usb.takes_coding = false;
        memcpy(line_coding, dpram(CONTROL_AT), sizeof line_coding);
        accept();
    }
    if (done & BIT_OF(2 * DATA_ENDPOINT)) {
        usb.sending = false;
        send();
    }
    if (done & BIT_OF(2 * DATA_ENDPOINT + 1)) {
        take_packet();
    }
}

void port_interrupt(void) {
    awake();
    uint32_t told = REGISTER(USB_INTS);
    if (told & USB_BUS_RESET) {
        REGISTER(USB_STATUS) = STATUS_BUS_RESET;
        REGISTER(USB_ADDRESS) = 0;
        memset(&usb, 0, sizeof usb);
    }
    if (told & USB_SETUP) {
        REGISTER(USB_STATUS) = STATUS_SETUP;
        obey();
    }
    if (told & USB_BUFFERS) {
        uint32_t done = REGISTER(USB_BUFFER_STATUS);
        REGISTER(USB_BUFFER_STATUS) = done;
        buffer_done(done);
    }
    if (told & USB_SUSPENDS) {
        REGISTER(USB_STATUS) = STATUS_SUSPENDED;
        usb.asleep = true;
        forget_sent();
    }
    if (told & USB_RESUMES) {
        REGISTER(USB_STATUS) = STATUS_RESUME;
        usb.asleep = false;
    }
}

bool port_closed_at_1200(void) {
    return closed_at_1200;
}

/* A flash that knows no such command answers with the same bits throughout. */
static void tell_number(void) {
    bool has_number = false;
    for (uint8_t i = 0; i < FLASH_NUMBER_BYTES; i++) {
        number[2 * i] = "0123456789ABCDEF"[flash_number[i] >> 4];
        number[2 * i + 1] = "0123456789ABCDEF"[flash_number[i] & 0xF];
        has_number |= flash_number[i] != flash_number[0];
    }
    device_descriptor[NUMBER_STRING_AT] = has_number ? 3 : 0;
}

void port_begin(void) {
    tell_number();
    for (uint16_t at = 0; at < USB_DPRAM_BYTES; at += 4) {
        REGISTER(USB_DPRAM + at) = 0;
    }
    REGISTER(USB_MUXING) = USB_TO_PHY | USB_SOFTCON;
    REGISTER(USB_POWER) = USB_IS_POWERED | USB_POWER_IS_TOLD;
    REGISTER(USB_MAIN_CTRL) = USB_CONTROLLER;
    REGISTER(USB_SIE_CTRL) = USB_TELLS_ENDPOINT_0;
    REGISTER(USB_INTE) = USB_BUFFERS | USB_BUS_RESET | USB_SETUP | USB_SUSPENDS | USB_RESUMES;
    NVIC_ENABLE = IRQ_USB;
    SET_BITS(USB_SIE_CTRL, USB_PULL_UP);
}

bool port_has_heard(void) {
    return heard_in != heard_out;
}

bool port_hear(uint8_t *byte) {
    if (!port_has_heard()) {
        return false;
    }
    *byte = heard[heard_out];
    heard_out = (heard_out + 1) % HEARD;
    if (!usb.receiving) {
        interrupts_off();
        receive();
        interrupts_on();
    }
    return true;
}

uint8_t port_room(void) {
    return (uint8_t)(said_out - said_in - 1);
}

void port_say(const uint8_t *bytes, uint8_t length) {
    while (length--) {
        said[said_in] = *bytes++;
        said_in++;
    }
    interrupts_off();
    send();
    interrupts_on();
}
