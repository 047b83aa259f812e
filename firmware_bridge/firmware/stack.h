/* The guard between the variables and the stack.
 *
 * The chips have no protection of memory that is used: a stack that grows too far writes over
 * variables, of which those that outlive a restart come first. The guard lies before them. */
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>
#include <stdint.h>

/* From the linker: the first byte after all variables, where the guard begins. */
extern volatile uint8_t _end[];

/* Whether the stack has never met the guard. */
bool stack_is_clear(void);

/* Call at the start, with whether memory was kept; gives whether it can still be believed. Notes
 * a stack that has met the guard as a defect, and sets the guard anew. */
bool stack_begin(bool memory_kept);

#endif
