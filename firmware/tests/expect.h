/* Tests are plain functions; the first that is disappointed ends the run. */
#ifndef EXPECT_H
#define EXPECT_H

#include <stdio.h>
#include <stdlib.h>

#define expect(what)                                                                     \
    do {                                                                                 \
        if (!(what)) {                                                                   \
            fprintf(stderr, "%s:%d: %s: expected %s\n", __FILE__, __LINE__, __func__, #what); \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

#define expect_equal(got, wanted)                                                        \
    do {                                                                                 \
        long long got_ = (long long)(got), wanted_ = (long long)(wanted);                \
        if (got_ != wanted_) {                                                           \
            fprintf(stderr, "%s:%d: %s: %s is %lld, expected %lld\n", __FILE__, __LINE__, \
                    __func__, #got, got_, wanted_);                                      \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

#endif
