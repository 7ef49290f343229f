/**
 * Tools that Mintmark's own modules share: clocks, waiting, randomness, padding, settings that are refused, misspelt names. No
 * API: it changes without notice.
 */
package io.mintmark.internal;
