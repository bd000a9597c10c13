/* The supply's limit, kept whatever the host asks for. */
#ifndef POWER_H
#define POWER_H

#include <stdint.h>

#define POWER_MA 1000      /* until the host asks for less */
#define POWER_MA_MOST 1000 /* below the fuse of 1.25 A; no message raises it */
#define POWER_MA_LEAST 50

#define POWER_CHANNEL_MA 20 /* one colour of a WS2812B at 255 */
#define POWER_IDLE_MA 18    /* 25 dark pixels, 0.7 mA each */

void power_set(uint16_t ma);
uint16_t power_get(void);
void power_limit(uint8_t *colours, uint8_t count); /* dims the whole frame evenly if it must */

#endif
