/** Ranges of numbers: how long the next one is, where it lies, and when one may be given back. */
package io.mintmark.range;
