/**
 * Arithmetic of stored counters: where the next range lies, when one may be given back, and how foreign counters mean
 * theirs.
 */
package io.mintmark.counter;
