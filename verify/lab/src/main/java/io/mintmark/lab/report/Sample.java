package io.mintmark.lab.report;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.process.CpuMeter;

/**
 * Findings of one window of one round. A unit is a range, a number or a document, as the table says.
 *
 * @param perSecond units a second
 * @param p50Millis median time of a request; NaN if requests were not timed
 * @param p99Millis what one request of a hundred exceeds
 * @param serverMicros processor time of the server for a unit
 * @param loadMicros processor time of the process that makes the load, for a unit
 * @param foreignCores cores that all others used
 * @param serverMebibytes what the server held in memory at the end
 */
public record Sample(
        double perSecond,
        double p50Millis,
        double p99Millis,
        double serverMicros,
        double loadMicros,
        double foreignCores,
        double serverMebibytes) {

    public static Sample of(ClosedLoop.Flow flow, int unitsPerRequest, CpuMeter.Usage usage, double mebibytes) {
        double units = (double) flow.requests() * unitsPerRequest;
        boolean timed = flow.latencies().total() > 0;
        return new Sample(
                units / flow.seconds(),
                timed ? flow.latencies().quantile(0.5) / 1e6 : Double.NaN,
                timed ? flow.latencies().quantile(0.99) / 1e6 : Double.NaN,
                usage.server() * 1e6 / units,
                usage.own() * 1e6 / units,
                usage.foreignCores(),
                mebibytes);
    }
}
