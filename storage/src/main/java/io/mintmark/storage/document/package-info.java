/** Documents as storage means them: commands and what they expect, what is stored, and lists of it. */
@NullMarked
package io.mintmark.storage.document;

import org.jspecify.annotations.NullMarked;
