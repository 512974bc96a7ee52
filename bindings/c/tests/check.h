/* Checks for test programs. */
#ifndef UMBRA_CHECK_H
#define UMBRA_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "umbra.h"

/* Ends the program if a condition does not hold. */
#define CHECK(condition)                                                                    \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                 \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

/* Ends the program if a call is refused. */
#define OK(call)                                                                            \
    do {                                                                                    \
        if ((call) != UMBRA_STATUS_OK) {                                                    \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, umbra_last_error()); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

/* Ends the program if a call is not refused with this status and for this parameter. */
#define REFUSED(call, expected, parameter)                                                  \
    do {                                                                                    \
        UmbraStatus status_ = (call);                                                       \
        if (status_ != (expected) || strcmp(umbra_last_error_parameter(), parameter) != 0) { \
            fprintf(stderr, "%s:%d: %s: %s, parameter `%s`: %s\n", __FILE__, __LINE__, #call, \
                    umbra_status_name((uint32_t)status_), umbra_last_error_parameter(),     \
                    umbra_last_error());                                                    \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

#endif
