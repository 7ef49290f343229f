/** What a check of stored data finds, and how far it has come. */
@NullMarked
package io.mintmark.storage.check;

import org.jspecify.annotations.NullMarked;
