package io.mintmark.lab.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.lab.instrument.GoodClients;
import io.mintmark.lab.instrument.LatencyHistogram;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A case is stood only if each target is met; each twin below misses one. */
class ObservationTest {
    private static final double SECONDS = 3;
    private static final HostileCase CASE = HostileCase.plain("case", "what", (stranger, turn) -> {});
    private static final ServerLog.Piece QUIET = new ServerLog.Piece(100, 0, 0, 1, "WARN");

    private static GoodClients.Result tenants(int slow, int failed) {
        LatencyHistogram times = new LatencyHistogram();
        for (int i = 0; i < 1_000; i++) {
            times.record(i < slow ? 60_000_000 : 2_000_000);
        }
        return result(times, failed == 0 ? Map.of() : Map.of("503", failed), failed == 0 ? "" : "status 503");
    }

    private static GoodClients.Result result(LatencyHistogram times, Map<String, Integer> failures, String first) {
        return new GoodClients.Result(times.total(), times, times, failures, first, List.of());
    }

    private static Tally replies(String... kinds) {
        Tally tally = new Tally();
        for (String kind : kinds) {
            tally.add(kind, "");
        }
        return tally;
    }

    private static List<String> failures(GoodClients.Result tenants, ServerLog.Piece log, String... troubles) {
        return new Observation(CASE, SECONDS, replies("200"), tenants, log, 300, List.of(troubles)).failures();
    }

    private static List<String> controlled(Tally replies) {
        return new Observation(Catalogue.control(), SECONDS, replies, tenants(0, 0), QUIET, 300, List.of()).failures();
    }

    @Test
    void shouldStandWhatMeetsEachTarget() {
        assertThat(failures(tenants(9, 0), QUIET)).isEmpty();
        assertThat(controlled(replies("400", "500 ArgumentException"))).isEmpty();
    }

    @Test
    void shouldSeeTheEndOfTheHeap() {
        assertThat(failures(tenants(0, 0), new ServerLog.Piece(100, 1, 0, 0, "")))
                .containsExactly("1 × OutOfMemoryError");
    }

    @Test
    void shouldSeeIncidents() {
        assertThat(failures(tenants(0, 0), new ServerLog.Piece(100, 0, 2, 0, "")))
                .containsExactly("2 incidents");
    }

    @Test
    void shouldSeeALogThatFillsADisk() {
        assertThat(failures(tenants(0, 0), new ServerLog.Piece(49_000, 0, 0, 0, "")))
                .isEmpty();
        assertThat(failures(tenants(0, 0), new ServerLog.Piece(51_000, 0, 0, 0, "")))
                .containsExactly("1.0 MB of log a minute");
    }

    @Test
    void shouldSeeTenantsThatWait() {
        assertThat(failures(tenants(11, 0), QUIET))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("tenants' P99 6");
    }

    @Test
    void shouldSeeTenantsThatAreRefusedThoughOneInAHundredMay() {
        assertThat(failures(tenants(0, 1), QUIET)).hasSize(1).first().asString().contains("status 503");
    }

    @Test
    void shouldSeeThatNobodyMeasured() {
        GoodClients.Result none = result(new LatencyHistogram(), Map.of(), "");

        assertThat(failures(none, QUIET)).hasSize(1);
    }

    @Test
    void shouldSeeAServerThatEndedWithoutAWord() {
        assertThat(failures(tenants(0, 0), QUIET, "a server ended with exit code 137"))
                .hasSize(1);
    }

    @Test
    void shouldSeeAControlThatIsNotRefusedOrNotSent() {
        assertThat(controlled(replies("400", "201"))).hasSize(1);
        assertThat(controlled(replies("400", "EOFException"))).hasSize(1);
        assertThat(controlled(replies())).contains("nothing was sent");
    }
}
