/**
 * Ids designed as numbers: fields of decimal digits or of bits, generators that never repeat, and how ordered a sequence is.
 */
package io.mintmark.number;
