package io.mintmark.simulation;

import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.Settings;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a run.
 *
 * @param settings what it was made of
 * @param violation the promise that was broken, if one was
 * @param events how many events happened
 * @param lasted how many nanoseconds it lasted, in its own time
 * @param numbers how many numbers were issued
 * @param commits how many groups the engine committed
 * @param waits how often a client got a range that it had waited for
 * @param digest of everything that happened
 * @param faults how often each fault happened
 */
public record Outcome(
        Settings settings,
        Optional<String> violation,
        long events,
        long lasted,
        long numbers,
        long commits,
        long waits,
        long digest,
        Map<Fault, Integer> faults) {}
