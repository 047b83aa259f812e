/* Which names and descriptors are watched. */

#include "recorder.h"

static char watched[PATH_MAX];
static size_t watched_length;
static dev_t watched_device;
static dev_t output_device, shown_device;
static ino_t output_file, shown_file;

/* The name within the directory, "." for itself; none if it is elsewhere. */
const char *within(const char *path)
{
    if (!watched_length || strncmp(path, watched, watched_length))
        return NULL;
    if (!path[watched_length])
        return ".";
    return path[watched_length] == '/' ? path + watched_length + 1 : NULL;
}

/* Where a path leads, its last component not followed. */
const char *place(int at, const char *path, char out[PATH_MAX])
{
    int kept = errno;
    char given[PATH_MAX], parent[PATH_MAX], link[64];
    size_t used = 0;
    if (!watched_length || !path || !*path || strlen(path) >= PATH_MAX)
        return NULL;
    if (*path != '/' && at != AT_FDCWD) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        ssize_t length = readlink(link, given, sizeof given - 1);
        if (length < 0 || length + strlen(path) + 2 > sizeof given) {
            errno = kept;
            return NULL;
        }
        used = length;
        given[used++] = '/';
    }
    strcpy(given + used, path);
    size_t end = strlen(given);
    while (end > 1 && given[end - 1] == '/')
        given[--end] = 0;
    char *slash = strrchr(given, '/');
    const char *last = slash ? slash + 1 : given;
    if (!strcmp(last, "..") || !strcmp(last, ".")) {
        const char *found = realpath(given, out);
        errno = kept;
        return found ? within(out) : NULL;
    }
    char name[NAME_MAX + 1];
    if (strlen(last) > NAME_MAX)
        return NULL;
    strcpy(name, last);
    if (slash)
        slash[slash == given] = 0;
    const char *found = realpath(slash ? given : ".", parent);
    errno = kept;
    if (!found || strlen(parent) + strlen(name) + 2 > PATH_MAX)
        return NULL;
    stpcpy(stpcpy(stpcpy(out, parent), parent[1] ? "/" : ""), name);
    return within(out);
}

int is_watched(int fd, struct stat *is)
{
    int kept = errno, found = 0;
    char link[64], path[PATH_MAX];
    if (watched_length && fd >= 0 && fstat(fd, is) == 0 && is->st_dev == watched_device
        && (S_ISREG(is->st_mode) || S_ISDIR(is->st_mode))) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(link, path, sizeof path - 1);
        if (length > 0) {
            path[length] = 0;
            found = within(path) != NULL;
        }
    }
    errno = kept;
    return found;
}

int is_shown(int fd, ino_t *file)
{
    int kept = errno;
    struct stat is;
    int found = (output_file || shown_file) && fd >= 0 && fstat(fd, &is) == 0
                && ((is.st_ino == output_file && is.st_dev == output_device)
                    || (is.st_ino == shown_file && is.st_dev == shown_device));
    if (found)
        *file = is.st_ino;
    errno = kept;
    return found;
}

int watching(void)
{
    return watched_length != 0;
}

int on_watched_device(int fd)
{
    struct stat is;
    return watched_length && fstat(fd, &is) == 0 && is.st_dev == watched_device;
}

ino_t inode_of(const char *path)
{
    struct stat is;
    return lstat(path, &is) == 0 ? is.st_ino : 0;
}

__attribute__((constructor)) static void start(void)
{
    const char *directory = getenv("POWER_CUTS_DIRECTORY"), *shown = getenv("POWER_CUTS_SHOWN");
    struct stat is;
    char told[64];
    unsigned long long device, file;
    const char *log = getenv("POWER_CUTS_LOG");
    if (!directory || !log)
        return;
    if (!realpath(directory, watched) || stat(watched, &is))
        give_up("cannot find the directory");
    watched_device = is.st_dev;
    open_log(log);
    /* A child whose output goes elsewhere shows nothing: what counts is the first one's output. */
    const char *output = getenv("POWER_CUTS_OUTPUT");
    if (output && sscanf(output, "%llu:%llu", &device, &file) == 2) {
        output_device = device;
        output_file = file;
    } else if (fstat(1, &is) == 0) {
        output_device = is.st_dev;
        output_file = is.st_ino;
        snprintf(told, sizeof told, "%llu:%llu", (unsigned long long)is.st_dev,
                 (unsigned long long)is.st_ino);
        setenv("POWER_CUTS_OUTPUT", told, 1);
    }
    if (shown && stat(shown, &is) == 0) {
        shown_device = is.st_dev;
        shown_file = is.st_ino;
    }
    watched_length = strlen(watched);
    enter();
    note(LOADED, 0, 0);
    leave();
}
