/**
 * Measurements of our generators beside their peers, started by {@code verify/lab/bench}, and how long callers wait
 * for their turn where many threads share small blocks, by {@code verify/lab/starvation}.
 *
 * <p>Three kinds, because no one of them sees everything: {@link io.mintmark.lab.bench.BatchRun} for the cost of a
 * number under contention, {@link io.mintmark.lab.bench.RefillRun} for the calls that meet a refill, and JMH
 * ({@link io.mintmark.lab.bench.PeerBenchmark}) for means and garbage.
 */
@NullMarked
package io.mintmark.lab.bench;

import org.jspecify.annotations.NullMarked;
