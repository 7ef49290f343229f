package io.mintmark.server.databases;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.support.Json;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.http.Destination;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Router;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Only a database that is open takes numbers without waiting: to open one takes a disk, which readers must not wait for. */
@Timeout(60)
class TakesAtOnceTest {
    private static Databases over(Limits limits) {
        return new Databases(new MemoryEngine(), new Json(Integer.MAX_VALUE), InstantSource.system(), limits);
    }

    private static void create(Databases databases, String name) {
        databases.create(name, "{}".getBytes(US_ASCII), Party.NOBODY);
    }

    private static void use(Databases databases, String name) {
        assertThat(databases.require(name).storage().writes(WriteKind.HILO)).isEqualTo(WriteState.TAKEN);
    }

    private static Destination to(String path) {
        return new Router()
                .add("GET", "/databases/{db}/hilo/next", request -> Reply.empty(200))
                .find("GET", path);
    }

    @Test
    void shouldTakeAtOnceWhereTheDatabaseIsOpen() {
        try (Databases databases = over(Limits.DEFAULT)) {
            create(databases, "shop");
            use(databases, "shop");

            assertThat(databases.takesAtOnce(to("/databases/shop/hilo/next"))).isTrue();
            assertThat(databases.takesAtOnce(to("/databases/SHOP/hilo/next"))).isTrue();
            assertThat(databases.takesAtOnce(to("/databases/absent/hilo/next"))).isFalse();
            assertThat(databases.takesAtOnce(to("/elsewhere"))).isFalse();
        }
    }

    @Test
    void shouldWaitWhereTheDatabaseWasClosedForAnother() {
        Limits one = Limits.DEFAULT.with(new Limits.Databases(1, Duration.ofMinutes(10)));
        try (Databases databases = over(one)) {
            create(databases, "shop");
            create(databases, "other");
            use(databases, "shop");
            use(databases, "other");

            assertThat(databases.takesAtOnce(to("/databases/other/hilo/next"))).isTrue();
            assertThat(databases.takesAtOnce(to("/databases/shop/hilo/next"))).isFalse();
        }
    }

    @Test
    void shouldWaitWhereRequestsAtWorkCouldFillTheQueueBeforeTheWriter() {
        Limits few = Limits.DEFAULT.with(new Limits.Writes(10, 1 << 20));
        try (Databases databases = over(few)) {
            create(databases, "shop");
            use(databases, "shop");

            assertThat(databases.takesAtOnce(to("/databases/shop/hilo/next"))).isFalse();
        }
    }
}
