package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.GoodClients;
import io.mintmark.lab.report.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * What one case did to the servers.
 *
 * @param hostile the case
 * @param seconds how long the strangers prepared, sent and were waited for
 * @param replies what they got
 * @param tenants how tenants fared while they sent
 * @param log what servers printed meanwhile
 * @param peakMebibytes the most memory that one of the servers held; NaN where the system does not say
 * @param troubles everything else that must not happen, such as a server that ended
 */
record Observation(
        HostileCase hostile,
        double seconds,
        Tally replies,
        GoodClients.Result tenants,
        ServerLog.Piece log,
        double peakMebibytes,
        List<String> troubles) {
    static final double P99_MILLIS_MAX = 50;
    static final double LOG_BYTES_A_MINUTE_MAX = 1_000_000;

    double logBytesAMinute() {
        return log.bytes() * 60 / seconds;
    }

    /** Returns each target that was missed, with what was found; empty if the case was stood. */
    List<String> failures() {
        List<String> failures = new ArrayList<>(troubles);
        if (log.outOfMemory() > 0) {
            failures.add(log.outOfMemory() + " × OutOfMemoryError");
        }
        if (log.incidents() > 0) {
            failures.add(log.incidents() + " incidents");
        }
        if (logBytesAMinute() > LOG_BYTES_A_MINUTE_MAX) {
            failures.add(Figures.text("%.1f MB of log a minute", logBytesAMinute() / 1e6));
        }
        if (tenants.failed() > 0) {
            failures.add(tenants.failed() + " requests of tenants failed, the first: " + tenants.firstFailure());
        }
        double p99 = tenants.times().millis(0.99);
        if (!(p99 <= P99_MILLIS_MAX)) {
            failures.add(Figures.text("tenants' P99 %.0f ms", p99));
        }
        boolean mustBeRefused = hostile.needs() == HostileCase.Needs.REFUSAL;
        if (mustBeRefused && !replies.isAllRefused()) {
            failures.add("not everything was refused: " + replies);
        }
        if (replies.total() == 0) {
            failures.add("nothing was sent");
        }
        return failures;
    }
}
