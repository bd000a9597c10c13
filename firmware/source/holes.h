/* The board in numbers: five rows, five columns, bit 0 of a mask is a1, bit 24 is e5. */
#ifndef HOLES_H
#define HOLES_H

#define ROWS 5
#define COLUMNS 5
#define HOLES (ROWS * COLUMNS)
#define HOLES_MASK ((1UL << HOLES) - 1)

/* The button is debounced like a hole, as the input after e5. */
#define BUTTON HOLES
#define INPUTS (HOLES + 1)

#define COLOURS (3 * HOLES)

#endif
