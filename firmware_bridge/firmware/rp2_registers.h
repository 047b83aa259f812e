/* The registers of the RP2040 that this firmware uses, as its data sheet names them. */
#ifndef RP2_REGISTERS_H
#define RP2_REGISTERS_H

#include <stdint.h>

#define REGISTER(at) (*(volatile uint32_t *)(at))
/* The same register, where a write sets or clears the bits that are set in it. */
#define SET_BITS(at, bits) (REGISTER((at) + 0x2000) = (bits))
#define CLEAR_BITS(at, bits) (REGISTER((at) + 0x3000) = (bits))
#define BIT_OF(n) ((uint32_t)1 << (n))

#define XIP_BASE 0x10000000

#define SSI_STATUS REGISTER(0x18000028)
#define SSI_DATA REGISTER(0x18000060)
#define SSI_TAKES BIT_OF(1)
#define SSI_HAS BIT_OF(3)
#define FLASH_SELECT REGISTER(0x4001800C) /* the pin that selects flash, held by what is set here */
#define SELECT_FORCED (3u << 8)
#define SELECT_LOW (2u << 8)

#define CLK_SYS_CTRL 0x4000803C
#define CLK_SYS_SELECTED REGISTER(0x40008044)
#define CLK_USB_CTRL REGISTER(0x40008054)
#define CLK_SYS_FROM_AUX BIT_OF(0)
#define CLK_USB_ENABLE BIT_OF(11)

#define RESETS_RESET 0x4000C000
#define RESETS_DONE REGISTER(0x4000C008)
#define RESET_IO_BANK0 BIT_OF(5)
#define RESET_PADS_BANK0 BIT_OF(8)
#define RESET_PLL_SYS BIT_OF(12)
#define RESET_PLL_USB BIT_OF(13)
#define RESET_TIMER BIT_OF(21)
#define RESET_USB BIT_OF(24)

#define PSM_WDSEL REGISTER(0x40010008)
#define PSM_ALL_BUT_OSCILLATORS 0x1FFFC

#define IO_CTRL(pin) REGISTER(0x40014004 + 8 * (pin))
#define FUNCTION_SIO 5
#define PAD(pin) REGISTER(0x4001C004 + 4 * (pin))
#define PAD_SCHMITT BIT_OF(1)
#define PAD_PULL_UP BIT_OF(3)
#define PAD_4_MA BIT_OF(4)
#define PAD_INPUT BIT_OF(6)

#define XOSC_CTRL REGISTER(0x40024000)
#define XOSC_STATUS REGISTER(0x40024004)
#define XOSC_STARTUP REGISTER(0x4002400C)
#define XOSC_1_TO_15_MHZ 0xAA0
#define XOSC_ENABLE (0xFABu << 12)
#define XOSC_STABLE BIT_OF(31)

#define PLL_SYS 0x40028000
#define PLL_USB 0x4002C000
#define PLL_CS 0x0
#define PLL_PWR 0x4
#define PLL_FBDIV 0x8
#define PLL_PRIM 0xC
#define PLL_LOCK BIT_OF(31)
#define PLL_PD BIT_OF(0)
#define PLL_POSTDIVPD BIT_OF(3)
#define PLL_VCOPD BIT_OF(5)

#define TIMER_ALARM0 REGISTER(0x40054010)
#define TIMER_RAWL REGISTER(0x40054028)
#define TIMER_INTR REGISTER(0x40054034)
#define TIMER_INTE REGISTER(0x40054038)

#define WATCHDOG_CTRL 0x40058000
#define WATCHDOG_LOAD REGISTER(0x40058004)
#define WATCHDOG_REASON REGISTER(0x40058008)
#define WATCHDOG_SCRATCH0 REGISTER(0x4005800C)
#define WATCHDOG_TICK REGISTER(0x4005802C)
#define WATCHDOG_TRIGGER BIT_OF(31)
#define WATCHDOG_ENABLE BIT_OF(30)
#define WATCHDOG_TICKS BIT_OF(9)

#define CHIP_RESET REGISTER(0x40064008)
#define HAD_POWER BIT_OF(8)
#define HAD_PIN BIT_OF(16)

#define USB_DPRAM 0x50100000
#define USB_DPRAM_BYTES 4096
#define USB_ENDPOINT_CONTROL(endpoint, out) (USB_DPRAM + 8 * (endpoint) + 4 * (out))
#define USB_ENDPOINT (BIT_OF(31) | BIT_OF(29)) /* enabled, tells of each buffer */
#define USB_BULK_KIND (2u << 26)
#define USB_INTERRUPT_KIND (3u << 26)
#define USB_BUFFER_CONTROL(endpoint, out) (USB_DPRAM + 0x80 + 8 * (endpoint) + 4 * (out))
#define USB_LENGTH 0x3FF
#define USB_AVAILABLE BIT_OF(10)
#define USB_STALL BIT_OF(11)
#define USB_DATA1 BIT_OF(13)
#define USB_FULL BIT_OF(15)
#define USB_ADDRESS 0x50110000
#define USB_MAIN_CTRL 0x50110040
#define USB_CONTROLLER BIT_OF(0)
#define USB_SIE_CTRL 0x5011004C
#define USB_TELLS_ENDPOINT_0 BIT_OF(29)
#define USB_PULL_UP BIT_OF(16)
#define USB_STATUS 0x50110050
#define STATUS_SUSPENDED BIT_OF(4)
#define STATUS_RESUME BIT_OF(11)
#define STATUS_SETUP BIT_OF(17)
#define STATUS_BUS_RESET BIT_OF(19)
#define USB_BUFFER_STATUS 0x50110058
#define USB_ABORT 0x50110060
#define USB_ABORT_DONE 0x50110064
#define USB_STALL_ARM 0x50110068
#define USB_MUXING 0x50110074
#define USB_TO_PHY BIT_OF(0)
#define USB_SOFTCON BIT_OF(3)
#define USB_POWER 0x50110078
#define USB_IS_POWERED BIT_OF(3)
#define USB_POWER_IS_TOLD BIT_OF(2)
#define USB_INTE 0x50110090
#define USB_INTS 0x50110098
#define USB_BUFFERS BIT_OF(4)
#define USB_BUS_RESET BIT_OF(12)
#define USB_SUSPENDS BIT_OF(14)
#define USB_RESUMES BIT_OF(15)
#define USB_SETUP BIT_OF(16)

#define GPIO_IN REGISTER(0xD0000004)
#define GPIO_OUT_SET REGISTER(0xD0000014)
#define GPIO_OUT_CLEAR REGISTER(0xD0000018)
#define GPIO_OE_SET REGISTER(0xD0000024)

#define SYSTICK_CSR REGISTER(0xE000E010)
#define SYSTICK_RVR REGISTER(0xE000E014)
#define SYSTICK_CVR REGISTER(0xE000E018)
#define SYSTICK_BY_INTERRUPT 7 /* on, with its interrupt, in cycles of the chip */
#define NVIC_ENABLE REGISTER(0xE000E100)
#define NVIC_PENDING REGISTER(0xE000E200)
#define IRQ_TIMER_0 BIT_OF(0)
#define IRQ_USB BIT_OF(5)
#define ICSR REGISTER(0xE000ED04)
#define ICSR_SYSTICK_PENDING BIT_OF(26)
#define VTOR REGISTER(0xE000ED08)

static inline void interrupts_off(void) {
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline void interrupts_on(void) {
    __asm__ volatile("cpsie i\n isb" ::: "memory");
}

#endif
