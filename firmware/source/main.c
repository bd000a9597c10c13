#include "clock.h"
#include "hardware.h"
#include "idle.h"
#include "inbox.h"
#include "outbox.h"
#include "pixels.h"
#include "report.h"
#include "watch.h"

static void begin(void)
{
    hardware_begin();
    clock_begin();
    pixels_clear();
    pixels_show(); /* pixels keep their colours over a reset of the chip */
    watch_begin();
    report_begin();
    inbox_begin();
    outbox_begin();
    idle_begin(clock_ms());
}

int main(void)
{
    begin();
    for (;;) {
        uint8_t passed_ms = clock_advance();
        if (passed_ms)
            watch_look(passed_ms);
        inbox_listen();
        outbox_speak();
        idle_breathe(clock_ms());
        hardware_pump();
        hardware_watchdog_feed();
        if (!clock_due())
            hardware_rest();
    }
}
