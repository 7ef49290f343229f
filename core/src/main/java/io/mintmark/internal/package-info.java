/** Tools that Mintmark's own modules share: clocks, waiting, padding, missing settings, text from outside. No API: it changes without notice. */
package io.mintmark.internal;
