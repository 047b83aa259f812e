/* Writes: into the files, and to where the players see it. */

#include "recorder.h"

enum how { WRITE, WRITEV, PWRITE, PWRITEV, PWRITEV2 };

static ssize_t do_write(enum how how, int fd, const struct iovec *data, int parts, off_t offset,
                        int flags)
{
    switch (how) {
    case WRITE:
        return syscall(SYS_write, fd, data->iov_base, data->iov_len);
    case WRITEV:
        return syscall(SYS_writev, fd, data, parts);
    case PWRITE:
        return syscall(SYS_pwrite64, fd, data->iov_base, data->iov_len, offset);
    case PWRITEV:
        return syscall(SYS_pwritev, fd, data, parts, offset, 0);
    default:
        return syscall(SYS_pwritev2, fd, data, parts, offset, 0, flags);
    }
}

static ssize_t show(enum how how, int fd, ino_t file, const struct iovec *data, int parts,
                    off_t offset, int flags)
{
    size_t size = 0;
    for (int i = 0; i < parts; i++)
        size += data[i].iov_len;
    enter();
    uint64_t pair = new_pair();
    note_data(SHOWING, file, pair, data, parts, size);
    leave();
    ssize_t result = do_write(how, fd, data, parts, offset, flags);
    if (result != (ssize_t)size) {
        char part[24];
        struct iovec text = {part, snprintf(part, sizeof part, "%zd", result < 0 ? 0 : result)};
        enter();
        note_data(SHOWN_IN_PART, file, pair, &text, 1, text.iov_len);
        leave();
    }
    return result;
}

static ssize_t write_some(enum how how, int fd, const struct iovec *data, int parts, off_t offset,
                          int flags)
{
    struct stat is;
    ino_t shown;
    if (is_shown(fd, &shown))
        return show(how, fd, shown, data, parts, offset, flags);
    if (!is_watched(fd, &is))
        return do_write(how, fd, data, parts, offset, flags);
    struct iovec half = {data->iov_base, data->iov_len / 2};
    long failing = fails(WRITES);
    if (failing > 1 || (failing && (errno != ENOSPC || parts != 1 || !half.iov_len)))
        return -1;
    if (failing) /* a disk that fills up takes a part first */
        data = &half;
    int mode = fcntl(fd, F_GETFL);
    enter();
    ssize_t result = do_write(how, fd, data, parts, offset, flags);
    if (result > 0) {
        int kept = errno;
        off_t start = offset;
        if (mode & O_APPEND && fstat(fd, &is) == 0) /* it appends wherever the call says */
            start = is.st_size - result;
        else if (how == WRITE || how == WRITEV || offset == -1)
            start = lseek(fd, 0, SEEK_CUR) - result;
        note_data(WROTE, is.st_ino, start, data, parts, result);
        errno = kept;
    }
    leave();
    if (result > 0 && (mode & O_DSYNC || flags & (RWF_DSYNC | RWF_SYNC)))
        note_sync(is.st_ino);
    return result;
}

ssize_t write(int fd, const void *data, size_t size)
{
    struct iovec one = {(void *)data, size};
    return write_some(WRITE, fd, &one, 1, -1, 0);
}

ssize_t writev(int fd, const struct iovec *data, int parts)
{
    return write_some(WRITEV, fd, data, parts, -1, 0);
}

#define POSITIONED(name)                                                   \
    ssize_t name(int fd, const void *data, size_t size, off_t offset)      \
    {                                                                      \
        struct iovec one = {(void *)data, size};                           \
        return write_some(PWRITE, fd, &one, 1, offset, 0);                 \
    }
POSITIONED(pwrite)
POSITIONED(pwrite64)

#define GATHERED(name)                                                     \
    ssize_t name(int fd, const struct iovec *data, int parts, off_t offset) \
    {                                                                      \
        return write_some(PWRITEV, fd, data, parts, offset, 0);            \
    }
GATHERED(pwritev)
GATHERED(pwritev64)

#define GATHERED_WITH_FLAGS(name)                                                     \
    ssize_t name(int fd, const struct iovec *data, int parts, off_t offset, int flags) \
    {                                                                                 \
        return write_some(PWRITEV2, fd, data, parts, offset, flags);                  \
    }
GATHERED_WITH_FLAGS(pwritev2)
GATHERED_WITH_FLAGS(pwritev64v2)

/* Copies inside the kernel hand over no bytes that could be noted. The kernel may always decline
   them, so a program that uses them can do without. */
#define SENT(name)                                                         \
    ssize_t name(int to, int from, off_t *offset, size_t size)             \
    {                                                                      \
        struct stat is;                                                    \
        if (is_watched(to, &is)) {                                         \
            errno = EINVAL;                                                \
            return -1;                                                     \
        }                                                                  \
        return syscall(SYS_sendfile, to, from, offset, size);              \
    }
SENT(sendfile)
SENT(sendfile64)

ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *goal, size_t size,
                        unsigned int flags)
{
    struct stat is;
    if (is_watched(to, &is)) {
        errno = EXDEV;
        return -1;
    }
    return syscall(SYS_copy_file_range, from, start, to, goal, size, flags);
}
