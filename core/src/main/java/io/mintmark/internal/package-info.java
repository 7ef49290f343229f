/** Tools that Mintmark's own modules share: clocks, waiting, padding. No API: it changes without notice. */
package io.mintmark.internal;
