package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.Storage;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a busy counter stands: beyond the ranges of its clients, or where the last one ends if that was asked for. */
@Timeout(60)
class RangesAheadTest {
    @AutoClose
    private final Opened opened = new Opened();

    private final String url = TestPostgres.fresh();
    private final PostgresEngine usual = opened.add(TestEngine.open(url, "A", ClaimTimes.DEFAULT));
    private final PostgresEngine without = opened.add(TestEngine.openWithoutRangesAhead(url, "B"));

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
            Eventually.until(() -> {
                assertThat(reserve(direct)).isEqualTo(counter("direct"));
                return reserve(ahead) < counter("ahead");
            });
            assertThat(reserve(direct)).isEqualTo(counter("direct"));
        }
    }
}
