/**
 * Proofs of what no test of a single process sees: that every acknowledgement follows a completed sync, started by
 * {@code verify/lab/sync-proof}; what a power cut may leave of a disk that remembers which bytes no sync covered; and
 * raw bytes of permuted numbers, for batteries of randomness tests that are not ours.
 *
 * <p>A count of syncs proves little: a store that syncs only when it is closed may show as many. What is judged is the
 * order of a server's system calls: request read, log written, log synced, reply written.
 */
@NullMarked
package io.mintmark.lab.proof;

import org.jspecify.annotations.NullMarked;
