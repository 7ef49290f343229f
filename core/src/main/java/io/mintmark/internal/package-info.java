/**
 * Tools that Mintmark's own modules share: clocks, waiting, randomness, padding, a hash, settings that are refused,
 * misspelt names, text from outside. No API: it changes without notice.
 */
package io.mintmark.internal;
