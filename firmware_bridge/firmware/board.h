/* The interface to the hardware. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/* Start clock, port and pins. Interrupts are on afterwards, the watchdog is off. */
void board_begin(void);

/* The reason for the start (CAUSE_), and whether kept memory is valid. */
uint8_t board_cause(void);
bool board_kept_memory(void);

/* DEFECT_ bits of the chip since the power came. */
uint8_t board_defects(void);

/* Restart if the stack has met the variables. Call it often. */
void board_check(void);

/* Set the present task (TASK_); return the task at the last watchdog reset. */
void board_does(uint8_t task);
uint8_t board_did(void);

/* Milliseconds since the start. */
uint32_t board_now(void);

/* Sleeps until there is something to do: a byte, a millisecond, a tick of the watchdog. If such a
 * tick is near, sleeps until that has come. */
void board_sleep(void);

/* The port: take a received byte if any; room for sending; send. */
bool port_has_heard(void);
bool port_hear(uint8_t *byte);
uint8_t port_room(void);
void port_say(const uint8_t *bytes, uint8_t length);
void port_begin(void);

/* Noise. An oscillator of its own starts ticking, the watchdog's or the ring's, and from then on
 * the watchdog has to be fed: noise_of_tick feeds it, and gives a sample if this tick and the one
 * before found the chip asleep. The converter gives a sample when it has one. */
void noise_begin(void);
bool noise_of_tick(uint8_t *sample);
bool noise_of_converter(uint8_t *sample);

/* Pins. Contacts that are on now: bit 0 is tile 1, bits 24 to 26 are confirm, new and roll. */
void pins_begin(void);
uint32_t pins_contacts(void);
#ifdef RP2040
/* The contacts of the next millisecond that was not asked for yet, and that millisecond; false if
 * there is none up to now. From the first call on nobody else may read them. */
bool board_scan(uint32_t *contacts, uint32_t *at, uint32_t now);
#endif
void pins_light(uint32_t tiles);
/* Show these dice; with a count of 0, none. */
void pins_show(const uint8_t *values, uint8_t count, uint32_t now);
/* Called every millisecond from the clock's interrupt. */
void pins_tick(void);

#endif
