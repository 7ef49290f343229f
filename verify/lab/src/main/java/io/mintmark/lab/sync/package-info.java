/**
 * The proof that every acknowledgement follows a completed sync, started by {@code verify/lab/sync-proof}.
 *
 * <p>A count of syncs proves little: a store that syncs only when it is closed may show as many. What is judged is the
 * order of a server's system calls: request read, log written, log synced, reply written.
 */
@NullMarked
package io.mintmark.lab.sync;

import org.jspecify.annotations.NullMarked;
