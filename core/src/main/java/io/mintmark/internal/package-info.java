/** Tools that Mintmark's own modules share: clocks, waiting, padding, missing settings. No API: it changes without notice. */
package io.mintmark.internal;
