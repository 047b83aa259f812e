/* Calls that fail because the program asked for it: a full disk, a dying one. */

#include "recorder.h"

#include <stdatomic.h>

static atomic_long calls[2], first, times;
static atomic_int error;
static _Atomic(enum fallible) failing;

/* From now on calls of this kind to the watched files fail with this error: so many of them, after
   so many more that succeed. Exported, for the program itself. */
void disk_fails(enum fallible kind, long after, long so_many, int with);
void disk_fails(enum fallible kind, long after, long so_many, int with)
{
    times = 0;
    failing = kind;
    error = with;
    first = calls[kind] + after;
    times = so_many;
}

/* How many calls of this kind there were. Exported, too. */
long disk_calls(enum fallible kind);
long disk_calls(enum fallible kind)
{
    return calls[kind];
}

/* Whether this call fails, with errno set; what is 1 at the first that does, then more. */
long fails(enum fallible kind)
{
    long at = atomic_fetch_add(&calls[kind], 1), nth = at - first + 1;
    if (kind != failing || nth < 1 || nth > times)
        return 0;
    errno = error;
    return nth;
}

/* For a program that knows nothing of this: POWER_CUTS_FAILURE is KIND:AFTER:TIMES:ERROR. */
__attribute__((constructor)) static void fail_as_asked(void)
{
    const char *asked = getenv("POWER_CUTS_FAILURE");
    int kind, with;
    long after, so_many;
    if (asked && sscanf(asked, "%d:%ld:%ld:%d", &kind, &after, &so_many, &with) == 4)
        disk_fails(kind, after, so_many, with);
}
