/** Ranges of numbers: how long the next one is, where it lies, when one may be given back, and how foreign counters mean them. */
package io.mintmark.range;
