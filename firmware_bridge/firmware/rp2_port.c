/* The serial port, UART 0 on GP0 and GP1 at 115200 baud, with ring buffers for both directions. */
#include "board.h"
#include "rp2_chip.h"
#include "rp2_registers.h"

#define HEARD 1024
#define SAID 256
#define TX_PIN 0
#define RX_PIN 1

static volatile uint8_t heard[HEARD], said[SAID];
static volatile uint16_t heard_in, heard_out;
static volatile uint8_t said_in, said_out;

void port_begin(void) {
    PAD(TX_PIN) = PAD_4_MA;
    PAD(RX_PIN) = PAD_INPUT | PAD_SCHMITT | PAD_PULL_UP;
    IO_CTRL(TX_PIN) = FUNCTION_UART;
    IO_CTRL(RX_PIN) = FUNCTION_UART;
    /* 125 MHz / 16 / 67 52/64 */
    UART_IBRD = 67;
    UART_FBRD = 52;
    UART_LCR_H = UART_EIGHT_BITS | UART_FIFOS;
    UART_IFLS = 0; /* ask for bytes while four are left, tell of bytes once four have come */
    UART_CR = UART_ENABLE;
    REGISTER(UART_IMSC) = UART_RX | UART_RX_RESTS;
    NVIC_ENABLE = IRQ_UART0;
}

/* Fill the sender's buffer, and be asked again only if something is left. Interrupts are off. */
static void send(void) {
    while (said_in != said_out && !(UART_FR & UART_SENDER_FULL)) {
        UART_DR = said[said_out++];
    }
    if (said_in == said_out) {
        CLEAR_BITS(UART_IMSC, UART_TX);
    } else {
        SET_BITS(UART_IMSC, UART_TX);
    }
}

void port_interrupt(void) {
    awake();
    while (!(UART_FR & UART_RECEIVER_EMPTY)) {
        uint8_t byte = (uint8_t)UART_DR;
        uint16_t next = (heard_in + 1) % HEARD;
        if (next != heard_out) {
            heard[heard_in] = byte;
            heard_in = next;
        }
    }
    send();
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
