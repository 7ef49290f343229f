package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Opened;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What whoever runs the engine set as defaults of its sessions, for programs of other habits. */
@Timeout(90)
class DatabaseDefaultsTest {
    private static final int EACH = 200;

    @AutoClose
    private final Opened opened = new Opened();

    private final String url = TestPostgres.fresh();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "default_transaction_isolation = 'serializable'",
                "default_transaction_isolation = 'repeatable read'",
                "default_transaction_deferrable = on",
            })
    void shouldNotDecideWhatNodesOfAStoreSee(String setting) {
        String database = TestEngine.ask(url, "SELECT current_database()");
        TestPostgres.run(url, "ALTER DATABASE " + database + " SET " + setting);
        PostgresEngine first = opened.add(TestEngine.open(url, "A"));
        PostgresEngine second = opened.add(TestEngine.open(url, "B"));
        DatabaseEntry ignored = first.create("shop", "{}".getBytes(UTF_8));

        CompletableFuture<List<Long>> here = CompletableFuture.supplyAsync(() -> identities(first));
        CompletableFuture<List<Long>> there = CompletableFuture.supplyAsync(() -> identities(second));

        assertThat(here.join()).doesNotContainAnyElementsOf(there.join()).hasSize(EACH);
        assertThat(here.join().get(EACH - 1) + there.join().get(EACH - 1)).isGreaterThanOrEqualTo(3L * EACH);
        assertThat(range(second)).isNotEqualTo(range(first));
    }

    private Storage shop(PostgresEngine node) {
        return opened.add(node.open(node.database("shop").orElseThrow()));
    }

    private List<Long> identities(PostgresEngine node) {
        Storage shop = shop(node);
        return IntStream.range(0, EACH)
                .mapToObj(i -> shop.write(new IdentityRequest("users", null)))
                .toList();
    }

    private long range(PostgresEngine node) {
        return shop(node)
                .write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"))
                .low();
    }
}
