/**
 * Histories of operations: what users' programs asked a system of identifiers, when, and what they were told.
 *
 * <p>A {@link io.mintmark.testkit.history.HistoryRecorder} writes one, in memory or to a file, and
 * {@link io.mintmark.testkit.history.History} reads it again, for the judges of {@link io.mintmark.testkit.judge}.
 */
package io.mintmark.testkit.history;
