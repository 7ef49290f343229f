/** Reading a database beside its writer, on connections of its own. */
@NullMarked
package io.mintmark.server.storage.sqlite.read;

import org.jspecify.annotations.NullMarked;
