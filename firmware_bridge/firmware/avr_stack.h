/* The guard between the variables and the stack.
 *
 * The chip has no protection of memory: a stack that grows too far writes over variables, of which
 * those that outlive a restart come first. The guard lies before them. */
#ifndef AVR_STACK_H
#define AVR_STACK_H

#include <stdbool.h>
#include <stdint.h>

/* From the linker: the first byte after all variables, where the guard begins. */
extern volatile uint8_t _end[];

/* Set the guard. */
void stack_guard(void);

/* Whether the stack has never met the guard. */
bool stack_is_clear(void);

#endif
