/**
 * Our Java client beside RavenDB's.
 *
 * <p>{@code ClientBench} directs; each figure comes from a JVM of its own ({@code ClientRun}) that has the class path
 * of a user of that client, so that no library of the one reaches the other. What is measured is behind
 * {@code Subject}.
 */
@NullMarked
package io.mintmark.lab.client;

import org.jspecify.annotations.NullMarked;
