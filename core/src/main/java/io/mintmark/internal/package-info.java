/**
 * Tools that Mintmark's own modules share: clocks, waiting, threads, randomness, padding, hashes, settings that are
 * refused, misspelt names, text from outside. No API: it changes without notice.
 */
package io.mintmark.internal;
