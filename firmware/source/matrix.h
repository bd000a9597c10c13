/* The reed matrix: which holes are closed, and what is wrong with the wiring. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdint.h>

uint32_t matrix_scan(void);
uint32_t matrix_backward(void); /* holes that conduct from row to column: no diode, or turned round */
uint8_t matrix_grounded(void);  /* columns that are low though no row is pulled */

#endif
