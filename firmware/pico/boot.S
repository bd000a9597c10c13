/* What runs before main. The RP2040's ROM copies the first 256 bytes of the flash to the top of its
   RAM, checks their sum (tools/firmware/pico_image.py writes it) and jumps there. */
    .syntax unified
    .cpu cortex-m0plus
    .thumb

/* -- the first 256 bytes: how the flash is read ------------------------------------------------
   Plain serial reads with command 03, one bit at a time, at half the clock (6 MHz): every flash chip can
   do that. It is slow, and does not matter: all code is copied to RAM at the start. */
    .section .boot2, "ax"
    .set SSI_CTRLR0, 0x00
    .set SSI_CTRLR1, 0x04
    .set SSI_SSIENR, 0x08
    .set SSI_BAUDR, 0x14
    .set SSI_SPI_CTRLR0, 0xF4
boot2:
    ldr r0, =0x18000000 /* SSI */
    movs r1, #0
    str r1, [r0, #SSI_SSIENR] /* off, or nothing can be set */
    movs r1, #2
    str r1, [r0, #SSI_BAUDR]
    ldr r1, =0x001F0300 /* 32 bits a word; address out, then data in */
    str r1, [r0, #SSI_CTRLR0]
    movs r1, #0
    str r1, [r0, #SSI_CTRLR1] /* one word at a time */
    ldr r1, =0x03000218 /* command 03 of 8 bits, 24 bits of address */
    movs r2, #SSI_SPI_CTRLR0
    str r1, [r0, r2]
    movs r1, #1
    str r1, [r0, #SSI_SSIENR]
    ldr r0, =flash_vectors
    ldmia r0!, {r1, r2}
    msr msp, r1
    bx r2
    .ltorg

/* -- in the flash: copy the program to RAM -------------------------------------------------------- */
    .section .flash, "ax"
    .align 2
flash_vectors:
    .word stack_top
    .word start
    .thumb_func
start:
    cpsid i
    ldr r0, =image_from
    ldr r1, =image_start
    ldr r2, =image_end
1:  ldmia r0!, {r3}
    stmia r1!, {r3}
    cmp r1, r2
    blo 1b
    ldr r2, =bss_end
    movs r3, #0
    b 3f
2:  stmia r1!, {r3}
3:  cmp r1, r2
    blo 2b
    ldr r0, =0xE000ED08 /* VTOR */
    ldr r1, =vectors
    str r1, [r0]
    ldr r0, =main
    bx r0
    .ltorg

/* -- in RAM: the vectors ------------------------------------------------------------------------
   Whatever nobody expects ends in `stuck`, and the watchdog ends that. */
    .section .vectors, "a"
vectors:
    .word stack_top
    .word start
    .rept 14
    .word stuck
    .endr
    .word timer_interrupt /* IRQ 0 */
    .rept 19
    .word stuck
    .endr
    .word serial_interrupt /* IRQ 20 */
    .rept 11
    .word stuck
    .endr

    .text
    .thumb_func
stuck:
    b stuck
