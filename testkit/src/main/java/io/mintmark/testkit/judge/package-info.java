/**
 * Judges of histories: they find operations that contradict each other, and say what they could not have seen.
 *
 * <p>No judge accuses a system that kept its promise: what a history leaves open is held against nobody. What was left
 * open is listed in the {@link io.mintmark.testkit.judge.Verdict}.
 */
package io.mintmark.testkit.judge;
