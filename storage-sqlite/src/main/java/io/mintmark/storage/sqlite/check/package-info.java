/** The check of a data directory that no server has open. */
@NullMarked
package io.mintmark.storage.sqlite.check;

import org.jspecify.annotations.NullMarked;
