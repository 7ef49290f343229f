package io.mintmark.server.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.server.shared.Party;
import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.Storage;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.postgresql.claim.ClaimTimes;
import io.mintmark.server.storage.write.RangeRequest;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a busy counter stands: beyond the ranges of its clients, or where the last one ends if that was asked for. */
@Timeout(60)
class RangesAheadTest {
    /** Two windows of the rate, and time for the first numbers to come. */
    private static final Duration BUSY = Duration.ofSeconds(10);

    private String url;
    private PostgresEngine usual;
    private PostgresEngine without;

    @BeforeEach
    void start() {
        url = TestPostgres.fresh();
        usual = TestEngine.open(url, "A", ClaimTimes.DEFAULT);
        PostgresSettings settings = TestEngine.settings(url, Optional.of(NodeTag.of("B")), ClaimTimes.DEFAULT);
        without = PostgresEngine.open(withoutRangesAhead(settings));
    }

    @AfterEach
    void stop() {
        if (without != null) {
            without.close();
        }
        usual.close();
    }

    private static PostgresSettings withoutRangesAhead(PostgresSettings usual) {
        return new PostgresSettings(
                usual.address(),
                usual.tag(),
                usual.nodeUrl(),
                usual.leaseRetention(),
                usual.leasesMax(),
                usual.clock(),
                usual.limits(),
                usual.times(),
                usual.witness(),
                false);
    }

    private static Storage database(PostgresEngine engine, String name) {
        return engine.open(engine.create(name, "{}".getBytes(UTF_8)), ChangeListener.NOBODY);
    }

    private static long reserve(Storage storage) {
        return storage.submit(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"), Party.NOBODY)
                .await()
                .high();
    }

    private long counter(String database) {
        return Long.parseLong(TestEngine.ask(
                url,
                "SELECT c.max FROM counter c JOIN database d ON d.number = c.database WHERE d.key = '" + database
                        + "'"));
    }

    @Test
    void shouldStandWhereTheLastRangeEndsWithoutRangesAhead() {
        try (Storage ahead = database(usual, "ahead");
                Storage direct = database(without, "direct")) {
            TestEngine.await(BUSY, () -> {
                assertThat(reserve(direct)).isEqualTo(counter("direct"));
                return reserve(ahead) < counter("ahead");
            });
            assertThat(reserve(direct)).isEqualTo(counter("direct"));
        }
    }
}
