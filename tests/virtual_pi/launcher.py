"""Become the virtual Pi's kernel, on any x86-64 host, and leave nothing of it behind.

The virtual Pi is a User-Mode Linux kernel: an ordinary program that runs its guest's processes
as host processes under ``ptrace``. Two things about it need help from outside.

**A kernel that is killed** does not take its guest's processes with it: it has made itself the
leader of a session, where no signal to its starter reaches it, and a busy guest runs on for ever.
So a second process watches. When the kernel ends, when it takes too long, or when whoever started
it is gone, it kills the kernel and what is left of its process group.

**A host with more registers than the kernel expects.** Without uml-xstate.patch the kernel saves
a process's floating point and vector registers (the "XSAVE area") in a buffer of 2696 bytes. On a
host with a larger area, for example any CPU with AMX (11008 bytes), reading the registers into
that buffer succeeds, but writing them back from it is refused with ``EFAULT``, and the kernel
panics before its first process has run. For such a kernel on such a host, and for no other, a
seccomp filter refuses to read the XSAVE area. The kernel then believes that the host has none and
uses the old 512-byte FXSAVE area, which holds the x87 and SSE registers only. So nothing in the
guest may use AVX: the upper halves of its registers are lost at every page fault and thread
switch. Two variables on the kernel command line, which every process of the guest inherits,
see to that: ``GLIBC_TUNABLES`` keeps the C library from choosing AVX routines for ``memcpy`` and
its like, ``OPENSSL_ia32cap`` does the same for OpenSSL.

Usage: ``launcher.py SECONDS KERNEL uml_dir=DIRECTORY [KERNEL ARGUMENTS…]``. If the kernel takes
longer than that, there is a file ``late`` in the directory afterwards.
"""

import contextlib
import ctypes
import errno
import os
import select
import signal
import struct
import subprocess
import sys
from pathlib import Path

PATCHED = b"-virtual-pi"
"""In the version of a kernel with uml-xstate.patch, by kernel.config."""

# What another kernel allots to one task's XSAVE area (HOST_FP_SIZE in arch/x86/um/user-offsets.c).
KERNEL_XSAVE_BYTES = 2696

GUEST_ENVIRONMENT = (
    "GLIBC_TUNABLES=glibc.cpu.hwcaps="
    "-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-AVX512CD,-AVX512DQ,"
    "-AVX_Fast_Unaligned_Load,-FMA,-FMA4",
    # Bit 60 is AVX in the first word; the second word holds AVX2, AVX-512 and their like.
    "OPENSSL_ia32cap=~0x1000000000000000:0",
)

# <sys/ptrace.h>, <elf.h>
PTRACE_TRACEME = 0
PTRACE_GETREGSET = 0x4204
PTRACE_SETREGSET = 0x4205
NT_X86_XSTATE = 0x202

# <sys/prctl.h>, <linux/seccomp.h>, <linux/audit.h>, <asm/unistd_64.h>
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
SECCOMP_RET_ERRNO = 0x0005_0000
SECCOMP_RET_ALLOW = 0x7FFF_0000
AUDIT_ARCH_X86_64 = 0xC000_003E
SYS_PTRACE = 101

# <linux/bpf_common.h>: load a 32-bit word of struct seccomp_data, jump if equal, return.
BPF_LOAD_WORD = 0x20
BPF_JUMP_IF_EQUAL = 0x15
BPF_RETURN = 0x06

# Offsets into struct seccomp_data; of an argument, the lower half.
DATA_NR = 0
DATA_ARCH = 4
DATA_ARGUMENT_0 = 16
DATA_ARGUMENT_2 = 32


class IoVec(ctypes.Structure):
    """``struct iovec``."""

    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


class SockFprog(ctypes.Structure):
    """``struct sock_fprog``: a BPF program and its number of instructions."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_libc.ptrace.restype = ctypes.c_long
_libc.prctl.argtypes = (ctypes.c_int, *(4 * (ctypes.c_ulong,)))
_libc.prctl.restype = ctypes.c_int


def start_stopped_child() -> int:
    """Fork a child that is traced by this process and has stopped itself; return its id."""
    child = os.fork()
    if child == 0:
        _libc.ptrace(PTRACE_TRACEME, 0, None, None)
        os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
    os.waitpid(child, 0)
    return child


def transfer_xsave_area(request: int, process: int, area: IoVec) -> bool:
    """Read or write the XSAVE area of a stopped child; a read sets the length of ``area``."""
    result: int = _libc.ptrace(
        request, process, ctypes.c_void_p(NT_X86_XSTATE), ctypes.addressof(area)
    )
    return result == 0


def kernel_buffer_is_too_small() -> bool:
    """Do to a child what the kernel does to its guest: read the registers, write them back."""
    buffer = ctypes.create_string_buffer(KERNEL_XSAVE_BYTES)
    area = IoVec(ctypes.addressof(buffer), KERNEL_XSAVE_BYTES)
    child = start_stopped_child()
    try:
        if not transfer_xsave_area(PTRACE_GETREGSET, child, area):
            return False  # the kernel will find out by itself
        area.length = KERNEL_XSAVE_BYTES
        return not transfer_xsave_area(PTRACE_SETREGSET, child, area)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def instruction(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One ``struct sock_filter``; the last two are how many instructions to skip."""
    return struct.pack("=HBBI", code, if_true, if_false, operand)


def xsave_hiding_filter() -> bytes:
    """A BPF program: ``ptrace(PTRACE_GETREGSET, …, NT_X86_XSTATE, …)`` fails with ``EIO``."""
    conditions = (
        (DATA_ARCH, AUDIT_ARCH_X86_64),
        (DATA_NR, SYS_PTRACE),
        (DATA_ARGUMENT_0, PTRACE_GETREGSET),
        (DATA_ARGUMENT_2, NT_X86_XSTATE),
    )
    program = b""
    for position, (offset, value) in enumerate(conditions):
        to_allow = 2 * (len(conditions) - 1 - position) + 1  # past the rest and the refusal
        program += instruction(BPF_LOAD_WORD, offset)
        program += instruction(BPF_JUMP_IF_EQUAL, value, if_false=to_allow)
    program += instruction(BPF_RETURN, SECCOMP_RET_ERRNO | errno.EIO)
    program += instruction(BPF_RETURN, SECCOMP_RET_ALLOW)
    return program


def set_process_control(option: int, first: int, second: int = 0) -> None:
    """``prctl(2)``."""
    if _libc.prctl(option, first, second, 0, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"prctl({option}): {os.strerror(code)}")


def hide_xsave_area() -> None:
    """Install the filter for this process, whatever it executes, and all its children."""
    program = xsave_hiding_filter()
    code = ctypes.create_string_buffer(program, len(program))
    description = SockFprog(len(program) // len(instruction(0, 0)), ctypes.addressof(code))
    set_process_control(PR_SET_NO_NEW_PRIVS, 1)
    set_process_control(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(description))


def is_patched(kernel: Path) -> bool:
    """Whether this kernel can do without the filter."""
    version = subprocess.run([kernel, "--version"], stdout=subprocess.PIPE, check=False).stdout
    return PATCHED in version


def watch(kernel: int, starter: int, seconds: float, late: Path) -> None:
    """Wait for the end of the kernel, its starter or its time, then kill what is left of it."""
    os.setsid()  # or whoever kills the starter's group kills this process too
    kernel_end, starter_end = os.pidfd_open(kernel), os.pidfd_open(starter)
    first, last = sorted((kernel_end, starter_end))
    os.closerange(0, first)  # everything but these, the guest's output first of all
    os.closerange(first + 1, last)
    os.closerange(last + 1, os.sysconf("SC_OPEN_MAX"))
    ended, _, _ = select.select([kernel_end, starter_end], [], [], seconds)
    if not ended:
        late.touch()
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(kernel_end, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(kernel, signal.SIGKILL)


def start_watching_this_process(seconds: float, late: Path) -> None:
    """Fork the process that outlives the kernel which this process is about to become."""
    kernel, starter = os.getpid(), os.getppid()
    if os.fork() == 0:
        try:
            watch(kernel, starter, seconds, late)
        finally:
            os._exit(0)


def main() -> None:
    """Become the kernel, with this program's arguments."""
    seconds, kernel, directory, *_ = sys.argv[1:]
    arguments = sys.argv[2:]
    late = Path(directory.removeprefix("uml_dir=")) / "late"
    if not is_patched(Path(kernel)) and kernel_buffer_is_too_small():
        hide_xsave_area()
        arguments += GUEST_ENVIRONMENT
    start_watching_this_process(float(seconds), late)
    os.execv(kernel, arguments)


if __name__ == "__main__":
    main()
