/**
 * Keyed permutations: store the sequence, publish the permutation. They hide how many and in which order; nothing more.
 */
package io.mintmark.scramble;
