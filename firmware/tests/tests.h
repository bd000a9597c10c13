#ifndef TESTS_H
#define TESTS_H

void test_debounce(void);
void test_report(void);
void test_board(void);
void test_frame(const char *vectors);
void test_talk(void);

#endif
