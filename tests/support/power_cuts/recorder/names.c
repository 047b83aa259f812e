/* Names: made, changed and removed. */

#include "recorder.h"

#include <stdarg.h>

static int open_any(int at, const char *path, int flags, mode_t mode)
{
    char given[PATH_MAX], real[PATH_MAX];
    struct stat is;
    const char *name = flags & (O_CREAT | O_TRUNC) ? place(at, path, given) : NULL;
    if (!name)
        return syscall(SYS_openat, at, path, flags, mode);
    int kept = errno;
    if (realpath(given, real) && within(real)) /* a link to another file of the directory */
        name = within(real);
    errno = kept;
    enter();
    ino_t before = inode_of(name == within(real) ? real : given);
    errno = kept;
    int fd = syscall(SYS_openat, at, path, flags, mode);
    if (fd != -1 && fstat(fd, &is) == 0 && S_ISREG(is.st_mode)) {
        if (!before)
            note_names(CREATED, is.st_ino, is.st_mode & 07777, name, "");
        else if (flags & O_TRUNC)
            note(CUT_OFF, is.st_ino, 0);
    }
    leave();
    return fd;
}

#define MODE(flags, mode)                                                  \
    mode_t mode = 0;                                                       \
    if (flags & (O_CREAT | __O_TMPFILE)) {                                 \
        va_list rest;                                                      \
        va_start(rest, flags);                                             \
        mode = va_arg(rest, mode_t);                                       \
        va_end(rest);                                                      \
    }
#define OPENED(name)                                                       \
    int name(const char *path, int flags, ...)                             \
    {                                                                      \
        MODE(flags, mode)                                                  \
        return open_any(AT_FDCWD, path, flags, mode);                      \
    }
#define OPENED_AT(name)                                                    \
    int name(int at, const char *path, int flags, ...)                     \
    {                                                                      \
        MODE(flags, mode)                                                  \
        return open_any(at, path, flags, mode);                            \
    }
OPENED(open)
OPENED(open64)
OPENED_AT(openat)
OPENED_AT(openat64)

/* What a program that was compiled with _FORTIFY_SOURCE calls where no mode is given. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int at, const char *path, int flags);
int __openat64_2(int at, const char *path, int flags);
int __open_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __openat_2(int at, const char *path, int flags) { return open_any(at, path, flags, 0); }
int __openat64_2(int at, const char *path, int flags) { return open_any(at, path, flags, 0); }

int creat(const char *path, mode_t mode)
{
    return open_any(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int creat64(const char *path, mode_t mode)
{
    return open_any(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned int flags)
{
    char from_path[PATH_MAX], to_path[PATH_MAX];
    const char *old = place(from_at, from, from_path), *new = place(to_at, to, to_path);
    if (!old && !new)
        return syscall(SYS_renameat2, from_at, from, to_at, to, flags);
    if (flags & ~RENAME_NOREPLACE) { /* an exchange is not known to every file system */
        errno = EINVAL;
        return -1;
    }
    enter();
    int result = syscall(SYS_renameat2, from_at, from, to_at, to, flags);
    if (result == 0)
        note_names(RENAMED, inode_of(new ? to_path : to), 0, old ? old : "", new ? new : "");
    leave();
    return result;
}

int renameat(int from_at, const char *from, int to_at, const char *to)
{
    return renameat2(from_at, from, to_at, to, 0);
}

int rename(const char *from, const char *to)
{
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int from_at, const char *from, int to_at, const char *to, int flags)
{
    char path[PATH_MAX];
    const char *name = place(to_at, to, path);
    if (!name)
        return syscall(SYS_linkat, from_at, from, to_at, to, flags);
    enter();
    int result = syscall(SYS_linkat, from_at, from, to_at, to, flags);
    if (result == 0)
        note_names(LINKED, inode_of(path), 0, name, "");
    leave();
    return result;
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int at, const char *path, int flags)
{
    char place_of[PATH_MAX];
    const char *name = place(at, path, place_of);
    if (!name)
        return syscall(SYS_unlinkat, at, path, flags);
    enter();
    int kept = errno;
    ino_t file = inode_of(place_of);
    errno = kept;
    int result = syscall(SYS_unlinkat, at, path, flags);
    if (result == 0)
        note_names(REMOVED, file, 0, name, "");
    leave();
    return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path)
{
    int kept = errno, result = unlink(path);
    if (result == -1 && (errno == EISDIR || errno == EPERM)) {
        errno = kept;
        result = rmdir(path);
    }
    return result;
}

int mkdirat(int at, const char *path, mode_t mode)
{
    char place_of[PATH_MAX];
    const char *name = place(at, path, place_of);
    if (!name)
        return syscall(SYS_mkdirat, at, path, mode);
    enter();
    int result = syscall(SYS_mkdirat, at, path, mode);
    if (result == 0)
        note_names(MADE_DIRECTORY, inode_of(place_of), 0777, name, "");
    leave();
    return result;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
