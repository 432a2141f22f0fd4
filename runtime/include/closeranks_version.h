/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * The version of this header, and so of the closeranks that a program is compiled for; closeranks.h
 * includes it. closeranks_get_version() tells that of the library with which it runs.
 *
 * Made of packaging/metadata.json by `tools/release files`, do not edit.
 */
#ifndef CLOSERANKS_VERSION_H
#define CLOSERANKS_VERSION_H

/** The first number of the version. Another one may mean another interface. */
#define CLOSERANKS_VERSION_MAJOR 0
/** The second number of the version. A greater one has at least the same functions, from 1.0 on. */
#define CLOSERANKS_VERSION_MINOR 1
/** The third number of the version. */
#define CLOSERANKS_VERSION_PATCH 0
/** The version as one number, to compare: 10000 of the first, 100 of the second, 1 of the third. */
#define CLOSERANKS_VERSION 100
/** The version as text. */
#define CLOSERANKS_VERSION_STRING "0.1.0"

#endif
