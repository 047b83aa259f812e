/* How the chip was started, and the checks that may have it start anew: the same on every chip. */
#include "board.h"
#include "mark.h"
#include "messages.h"
#include "stack.h"
#include "started.h"

struct started started;

void started_by_watchdog(void) {
    started.cause = CAUSE_WATCHDOG;
    started.did = watchdog_mark.task <= TASK_SHOW ? watchdog_mark.task : TASK_NONE;
}

uint8_t board_cause(void) {
    return started.cause;
}

bool board_kept_memory(void) {
    return started.memory_kept;
}

void board_check(void) {
    if (!stack_is_clear()) {
        restart();
    }
}

void board_does(uint8_t task) {
    watchdog_mark.task = task;
}

uint8_t board_did(void) {
    return started.did;
}
