package io.mintmark.server.databases;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.json.Json;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.StorageEngine;
import io.mintmark.server.storage.StorageEngine.Removal;
import io.mintmark.server.storage.memory.MemoryEngine;
import io.mintmark.server.storage.ondemand.OpenStorageLimits;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes over one engine: neither goes by what it remembers once the other one changed it. */
class ForeignChangesTest {
    private static final byte[] RECORD = {'{', '}'};
    private static final byte[] CONFIGURATION = "{\"MaxNumberOfRequestsPerSession\":7}".getBytes(US_ASCII);

    private final MemoryEngine engine = new MemoryEngine();
    private final Databases one = node(engine);
    private final Databases other = node(engine);
    /** The twin, which is told of no change. */
    private final Databases deaf = node(deaf(engine));

    private static Databases node(StorageEngine engine) {
        OpenStorageLimits limits = new OpenStorageLimits(10, Duration.ofMinutes(1), Duration.ofSeconds(5));
        return new Databases(engine, new Json(Integer.MAX_VALUE), InstantSource.system(), limits);
    }

    private static StorageEngine deaf(StorageEngine engine) {
        return (StorageEngine) Proxy.newProxyInstance(
                StorageEngine.class.getClassLoader(), new Class<?>[] {StorageEngine.class}, (proxy, method, given) -> {
                    if (method.getName().equals("foreignChanges")) {
                        return 0L;
                    }
                    try {
                        return method.invoke(engine, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
        deaf.close();
    }

    @Test
    void shouldFindADatabaseThatAnotherNodeCreated() {
        assertThat(other.find("shop")).isEmpty();

        one.create("shop", RECORD, Party.NOBODY);

        assertThat(other.find("shop")).isPresent();
    }

    @Test
    void shouldNotUseADatabaseThatAnotherNodeDeleted() {
        one.create("shop", RECORD, Party.NOBODY);
        assertThat(other.find("shop")).isPresent();
        assertThat(deaf.find("shop")).isPresent();

        one.delete("shop", Removal.ERASE);

        assertThat(other.find("shop")).isEmpty();
        assertThat(deaf.find("shop")).as("the twin uses what is gone").isPresent();
    }

    @Test
    void shouldUseTheNewDatabaseOfThatName() {
        one.create("shop", RECORD, Party.NOBODY);
        long before = other.require("shop").number();
        assertThat(deaf.require("shop").number()).isEqualTo(before);

        one.delete("shop", Removal.ERASE);
        one.create("SHOP", RECORD, Party.NOBODY);

        assertThat(other.require("shop").number()).isGreaterThan(before);
        assertThat(deaf.require("shop").number()).isEqualTo(before);
    }

    @Test
    void shouldTellClientsWhatAnotherNodeConfigured() {
        long before = other.configurations().serverWide().etag();
        assertThat(deaf.configurations().serverWide().etag()).isEqualTo(before);

        one.configurations().putServerWide(CONFIGURATION);

        assertThat(other.configurations().serverWide().etag()).isGreaterThan(before);
        assertThat(deaf.configurations().serverWide().etag())
                .as("the twin goes by what it remembers")
                .isEqualTo(before);
    }
}
