package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.databases.Databases;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Json;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one node acknowledged about databases holds at once at another one that hears of nobody between two heartbeats. */
@Timeout(60)
class NewDatabasesOverNodesTest {
    /** A heartbeat that does not come while a test runs. */
    private static final ClaimTimes DEAF = new ClaimTimes(Duration.ofHours(1), Duration.ofHours(1));

    @AutoClose
    private final Opened opened = new Opened();

    private final String url = TestPostgres.fresh();
    private final PostgresEngine one = opened.add(TestEngine.open(url, "A", DEAF));
    private final PostgresEngine other = TestEngine.open(url, "B", DEAF);
    private final Databases deaf =
            opened.add(new Databases(other, new Json(Integer.MAX_VALUE), InstantSource.system(), Limits.DEFAULT));

    private static void create(PostgresEngine engine) {
        assertThat(engine.create("shop", "{}".getBytes(UTF_8)).name()).isEqualTo("shop");
    }

    private Lease reserve() {
        return deaf.require("shop")
                .storage()
                .submit(new RangeRequest(CounterName.ofTag("orders"), 0, 32, null), Party.NOBODY)
                .await();
    }

    @Test
    void shouldServeANewDatabaseThatItWasAskedForBefore() {
        assertThat(deaf.find("shop")).isEmpty();

        create(one);

        assertThat(reserve().low()).isEqualTo(1);
    }

    @Test
    void shouldServeTheNewLifeOnceTheFenceOfTheFormerOneWasMet() {
        create(one);
        assertThat(reserve().low()).isEqualTo(1);
        assertThat(reserve().low()).isEqualTo(33);
        assertThat(one.delete("shop", StorageEngine.Removal.ERASE)).isTrue();
        create(one);

        assertThatThrownBy(this::reserve).as("what was open writes nothing").isInstanceOf(StorageFailedException.class);

        assertThat(reserve().low()).isEqualTo(1);
    }
}
