/* The two functions that the compiler calls by itself, also without a C library. */
#include <stddef.h>
#include <stdint.h>

void *memset(void *place, int value, size_t count);
void *memcpy(void *place, const void *from, size_t count);

/* Volatile, or the compiler would see what the loop does and call the function itself for it. */
void *memset(void *place, int value, size_t count)
{
    for (volatile uint8_t *byte = place; count > 0; count--)
        *byte++ = (uint8_t)value;
    return place;
}

void *memcpy(void *place, const void *from, size_t count)
{
    const uint8_t *source = from;
    for (volatile uint8_t *byte = place; count > 0; count--)
        *byte++ = *source++;
    return place;
}
