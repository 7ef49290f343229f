/** Ids designed as numbers of bits: layouts, generators that never repeat, and how ordered a sequence is. */
package io.mintmark.number;
