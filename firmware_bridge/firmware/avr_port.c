/* The serial port, 115200 baud, with ring buffers for both directions. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "avr_sleep.h"
#include "board.h"

#define HEARD 128

static volatile uint8_t heard[HEARD], heard_in, heard_out;
static volatile uint8_t said[256], said_in, said_out;

void port_begin(void) {
    /* 117647 baud, 2.1 % fast, as every board of this kind has it. */
    UCSR0A = _BV(U2X0);
    UBRR0 = F_CPU / 8 / 115200 - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(USART_RX_vect) {
    awake();
    uint8_t byte = UDR0;
    uint8_t next = (heard_in + 1) % HEARD;
    if (next != heard_out) {
        heard[heard_in] = byte;
        heard_in = next;
    }
}

ISR(USART_UDRE_vect) {
    awake();
    if (said_in == said_out) {
        UCSR0B &= ~_BV(UDRIE0);
    } else {
        UDR0 = said[said_out++];
    }
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
    return said_out - said_in - 1;
}

void port_say(const uint8_t *bytes, uint8_t length) {
    while (length--) {
        /* The byte first: an interrupt sends whatever is before the index. */
        said[said_in] = *bytes++;
        said_in++;
    }
    UCSR0B |= _BV(UDRIE0);
}
