/** Backups of a server that runs: made, sent, kept in a folder, made again and again, and read. */
@NullMarked
package io.mintmark.server.backup;

import org.jspecify.annotations.NullMarked;
