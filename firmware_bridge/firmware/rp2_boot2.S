/* The boot ROM copies the first 256 bytes of flash into memory, and runs them if their last four are
 * the checksum of the others (uf2.py puts it there). They have to make flash readable like memory:
 * the SSI sends the plain read command, which every flash has, and 24 bits of address. */
    .cpu cortex-m0plus
    .thumb
    .syntax unified

    .equ SSI, 0x18000000
    .equ CTRLR0, 0x00
    .equ CTRLR1, 0x04
    .equ SSIENR, 0x08
    .equ BAUDR, 0x14
    .equ SPI_CTRLR0, 0xF4

    .section .boot2, "ax"
    .global boot2
    .type boot2, %function
    .thumb_func
boot2:
    ldr r3, =SSI
    movs r0, #0
    str r0, [r3, #SSIENR]       /* off: only then it can be set */
    movs r1, #4
    str r1, [r3, #BAUDR]        /* a quarter of the chip's clock, 31 MHz at most */
    ldr r1, =0x001F0300         /* one wire, 32 bits a time, EEPROM read */
    str r1, [r3, #CTRLR0]
    str r0, [r3, #CTRLR1]       /* one word a time */
    ldr r1, =0x03000218         /* command 03 of eight bits, then 24 of address */
    ldr r2, =SSI + SPI_CTRLR0
    str r1, [r2]
    movs r1, #1
    str r1, [r3, #SSIENR]
    ldr r0, =0x10000100         /* the first vectors: of the stack and of the start */
    ldr r1, [r0]
    msr msp, r1
    ldr r1, [r0, #4]
    bx r1
    .ltorg
