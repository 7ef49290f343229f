/** Reading a database beside its writer, on connections of its own. */
@NullMarked
package io.mintmark.storage.sqlite.read;

import org.jspecify.annotations.NullMarked;
