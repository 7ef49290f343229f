package io.mintmark.client.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.cluster.Storm.Weather;
import io.mintmark.testkit.Effort;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that answers 503 for a while meets hardly more requests than it would anyhow, and is not kept down by its clients.
 *
 * <p>The counts are exact at any speed of the machine: each call may be one request, and each further attempt is paid
 * from what its client saved up.
 */
class RetryStormTest {
    private static final double SHARE = 0.1;
    private static final int RESERVE = 10;

    @ParameterizedTest(name = "Retry-After: {0}")
    @ValueSource(strings = {"0", "1"})
    void shouldStayWithinTheBudgetOfEachClientAndBringThemAllBack(String retryAfter) throws Exception {
        int clients = Effort.of("clients of an overloaded server", 25, 250);
        int seconds = Effort.of("seconds for which it is overloaded", 2, 30);
        Weather weather = new Weather(clients, Duration.ofSeconds(seconds), retryAfter);

        Storm storm = Storm.blow(weather, SHARE, RESERVE);

        System.out.println(storm);
        assertThat(storm.refusedRequests()).isGreaterThan(storm.threads());
        assertThat(storm.requests()).isGreaterThan(storm.calls()).isLessThanOrEqualTo(budget(storm.calls(), clients));
        assertThat(storm.recovered()).isEqualTo(storm.threads());
    }

    private static long budget(long calls, int clients) {
        return calls + (long) Math.ceil(SHARE * calls) + (long) RESERVE * clients;
    }

    @Test
    void shouldMultiplyRequestsWithoutABudget() throws Exception {
        Weather weather = new Weather(25, Duration.ofSeconds(2), "0");

        Storm storm = Storm.blow(weather, 1, 1_000_000);

        System.out.println("broken twin, no budget: " + storm);
        assertThat(storm.refusedRequests()).isGreaterThan(budget(storm.callsInIt() + storm.threads(), 25));
    }
}
