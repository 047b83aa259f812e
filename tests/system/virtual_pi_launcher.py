#!/usr/bin/env python3
"""Start the virtual Pi's kernel, on any x86-64 host, and leave nothing of it behind.

The virtual Pi is a User-Mode Linux kernel: an ordinary program that runs its guest's processes
as host processes under ``ptrace``. Two things about it need help from outside.

**Hosts with more registers than the kernel expects.** It saves a process's floating point and
vector registers (the "XSAVE area") in a buffer of fixed size, 2696 bytes. On a host with a larger
area, for example any CPU with AMX (11008 bytes), reading the registers into that buffer succeeds,
but writing them back from it is refused with ``EFAULT``, and the kernel panics before its first
process has run. On such a host, and on no other, this launcher installs a seccomp filter that
refuses to read the XSAVE area. The kernel then believes that the host has none and uses the old
512-byte FXSAVE area, which holds the x87 and SSE registers only. So nothing in the guest may use
AVX: the upper halves of its registers are lost at every page fault and thread switch. The
launcher adds two variables to the kernel command line, which the guest's init and all its
children inherit: ``GLIBC_TUNABLES`` keeps the C library from choosing AVX routines for ``memcpy``
and its like, ``OPENSSL_ia32cap`` does the same for OpenSSL. A caller that hands the guest a
``GLIBC_TUNABLES`` or ``OPENSSL_ia32cap`` of its own replaces these, and must not.

**A kernel that is killed**, for example by a time-out, does not take its guest's processes with
it. A busy one runs on for ever, and whoever reads the guest's output to its end waits as long. So
a second process watches the kernel and then kills what is left of its process group.

Usage: ``VIRTUAL_PI_KERNEL=path/to/linux virtual_pi_launcher.py [KERNEL ARGUMENTS…]``
"""

import contextlib
import ctypes
import errno
import os
import platform
import select
import signal
import struct
import sys

KERNEL_VARIABLE = "VIRTUAL_PI_KERNEL"

# What the kernel allots to one task's XSAVE area (HOST_FP_SIZE in arch/x86/um/user-offsets.c).
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


def kill_what_is_left_of(kernel: int) -> None:
    """Wait for the kernel's end, then kill its process group (it makes itself the leader)."""
    os.setsid()  # or whoever kills the kernel's old group kills this process too
    kernel_end = os.pidfd_open(kernel)
    os.closerange(0, kernel_end)  # everything but this, the guest's output first of all
    os.closerange(kernel_end + 1, os.sysconf("SC_OPEN_MAX"))
    select.select([kernel_end], [], [])
    with contextlib.suppress(ProcessLookupError):
        os.killpg(kernel, signal.SIGKILL)


def start_watching_this_process() -> None:
    """Fork the process that outlives the kernel which this process is about to become."""
    kernel = os.getpid()
    if os.fork() == 0:
        try:
            kill_what_is_left_of(kernel)
        finally:
            os._exit(0)


def main() -> None:
    """Become the kernel, with this program's arguments."""
    kernel = os.environ.get(KERNEL_VARIABLE)
    if not kernel:
        sys.exit(f"{KERNEL_VARIABLE} must name the kernel to start")
    arguments = [kernel, *sys.argv[1:]]
    start_watching_this_process()
    if platform.machine() == "x86_64" and kernel_buffer_is_too_small():
        hide_xsave_area()
        arguments += GUEST_ENVIRONMENT
    os.execv(kernel, arguments)


if __name__ == "__main__":
    main()
