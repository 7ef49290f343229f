/** A reader who types every block of the documentation as it stands. */
@NullMarked
package io.mintmark.docs;

import org.jspecify.annotations.NullMarked;
