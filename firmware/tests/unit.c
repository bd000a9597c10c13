/* unit FOLDER: the firmware's logic on this machine; FOLDER holds the golden vectors. */
#include "expect.h"
#include "tests.h"

int main(int count, char **words)
{
    expect(count == 2);
    test_debounce();
    test_report();
    test_board();
    test_frame(words[1]);
    test_talk();
    puts("firmware unit tests: all passed");
    return 0;
}
