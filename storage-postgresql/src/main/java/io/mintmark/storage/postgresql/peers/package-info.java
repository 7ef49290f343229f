/** What other nodes wrote, told to those who watch a database at this one. */
@NullMarked
package io.mintmark.storage.postgresql.peers;

import org.jspecify.annotations.NullMarked;
