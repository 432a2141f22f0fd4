/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * For programs that include it, as Fenix' own tests do; fenix.h has all its contents.
 */
#ifndef CLOSERANKS_FENIX_DATA_RECOVERY_H
#define CLOSERANKS_FENIX_DATA_RECOVERY_H

#include "fenix.h"

#endif
