/* unit FOLDER: the firmware's logic on this machine; FOLDER holds the golden vectors.
   unit decode: frames of standard input as the firmware reads them, for a comparison with Python. */
#include <string.h>

#include "expect.h"
#include "frame.h"
#include "tests.h"

static int decode(void)
{
    struct frame frame;
    frame_begin();
    for (int byte; (byte = getchar()) != EOF;) {
        if (!frame_take((uint8_t)byte, &frame))
            continue;
        printf("%02x %02x ", frame.type, frame.sequence);
        for (int i = 0; i < frame.length; i++)
            printf("%02x", frame.payload[i]);
        puts("");
    }
    printf("bad %u\n", frame_bad());
    return 0;
}

int main(int count, char **words)
{
    expect(count == 2);
    if (!strcmp(words[1], "decode"))
        return decode();
    test_debounce();
    test_report();
    test_board();
    test_frame(words[1]);
    test_talk();
    puts("firmware unit tests: all passed");
    return 0;
}
