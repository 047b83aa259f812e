/* The contacts as they were in each millisecond, for a main loop that may come to them late: while a
 * sector of flash is erased it stands still, and levers that move then have their times and order. */
#include "board.h"
#include "pace.h"
#include "rp2_chip.h"

#define SCANS 1024 /* a power of two, and more than flash may take */

static struct {
    uint32_t contacts, at;
} scans[SCANS];
static volatile uint16_t scans_in, scans_out;
static volatile bool wanted; /* until then the main loop reads the contacts itself */

void scan_millisecond(uint32_t now) {
    uint16_t next = (scans_in + 1) % SCANS;
    if (wanted && next != scans_out) {
        scans[scans_in].contacts = pins_contacts();
        scans[scans_in].at = now;
        scans_in = next;
    }
}

bool board_scan(uint32_t *contacts, uint32_t *at, uint32_t now) {
    wanted = true;
    if (scans_out == scans_in || !time_reached(scans[scans_out].at, now)) {
        return false;
    }
    *contacts = scans[scans_out].contacts;
    *at = scans[scans_out].at;
    scans_out = (scans_out + 1) % SCANS;
    return true;
}
