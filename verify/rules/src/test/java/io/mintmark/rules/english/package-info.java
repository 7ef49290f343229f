/** How our pages and comments are written, as far as a test can tell. */
@org.jspecify.annotations.NullMarked
package io.mintmark.rules.english;
