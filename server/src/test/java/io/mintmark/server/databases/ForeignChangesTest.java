package io.mintmark.server.databases;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.support.Eventually;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Json;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Two nodes over one engine: neither goes by what it remembers once the other one changed it. */
class ForeignChangesTest {
    private static final byte[] RECORD = {'{', '}'};
    private static final byte[] CONFIGURATION = "{\"MaxNumberOfRequestsPerSession\":7}".getBytes(US_ASCII);
    private static final Json JSON = new Json(Integer.MAX_VALUE);

    private static final Set<String> REMEMBERED = Set.of("foreignChanges", "state", "topology", "whenHeard", "close");

    private final MemoryEngine engine = new MemoryEngine();

    @AutoClose
    private final Databases one = node(engine);

    @AutoClose
    private final Databases other = node(engine);
    /** The twin, which is told of no change. */
    @AutoClose
    private final Databases deaf = node(deaf(engine));
    /** The one whose engine answers nothing now and then but what it heard before. */
    private final AtomicBoolean wireIsCut = new AtomicBoolean();

    @AutoClose
    private final Databases cutOff = node(behind(wireIsCut, engine));

    private static Databases node(StorageEngine engine) {
        return new Databases(engine, JSON, InstantSource.system(), Limits.DEFAULT);
    }

    private static StorageEngine deaf(StorageEngine engine) {
        return answering(engine, verb -> verb.equals("foreignChanges") ? 0L : null);
    }

    private static StorageEngine behind(AtomicBoolean wireIsCut, StorageEngine engine) {
        return answering(engine, verb -> {
            if (wireIsCut.get() && !REMEMBERED.contains(verb)) {
                throw new StorageUnreachableException("The wire is cut: " + verb, new IllegalStateException());
            }
            return null;
        });
    }

    private static StorageEngine answering(StorageEngine engine, Function<String, @Nullable Object> instead) {
        return Intercepted.of(StorageEngine.class, engine, (method, arguments, call) -> {
            Object answer = instead.apply(method);
            return answer != null ? answer : call.make(arguments);
        });
    }

    @Test
    void shouldAskNobodyOnTheWayOfARequestWhenAnotherNodeChangedSomething() {
        one.create("shop", RECORD, Party.NOBODY);
        one.create("gone", RECORD, Party.NOBODY);
        long before = cutOff.require("shop").clientConfiguration().etag();
        assertThat(cutOff.find("gone")).isPresent();
        wireIsCut.set(true);

        one.configurations().putServerWide(JSON.object(CONFIGURATION));
        one.delete("gone", Removal.ERASE);

        assertThat(cutOff.require("shop").clientConfiguration().etag()).isEqualTo(before);
        assertThat(cutOff.clientConfigurationEtag("shop")).isEqualTo(before);
        wireIsCut.set(false);
        one.create("another", RECORD, Party.NOBODY);
        Eventually.asserted(() ->
                assertThat(cutOff.require("shop").clientConfiguration().etag()).isGreaterThan(before));
        Eventually.asserted(() -> assertThat(cutOff.find("gone")).isEmpty());
    }

    @Test
    void shouldAskOnceForADatabaseThatIsNotThere() {
        assertThat(cutOff.find("shop")).isEmpty();
        wireIsCut.set(true);
        assertThatThrownBy(() -> cutOff.find("SHOP"))
                .as("another node may have made it meanwhile")
                .isInstanceOf(StorageUnreachableException.class);
        assertThatThrownBy(() -> cutOff.find("others")).isInstanceOf(StorageUnreachableException.class);
        wireIsCut.set(false);

        one.create("shop", RECORD, Party.NOBODY);

        assertThat(cutOff.find("shop")).isPresent();
    }

    /** A node that hears of the others only when it asks. */
    private Databases late(boolean asks) {
        AtomicLong heard = new AtomicLong(engine.foreignChanges());
        return node(answering(engine, verb -> switch (verb) {
            case "foreignChanges" -> heard.get();
            case "refresh", "whenHeard" -> {
                heard.set(asks ? engine.foreignChanges() : heard.get());
                yield verb;
            }
            default -> null;
        }));
    }

    @Test
    void shouldAskBeforeItSaysThatADatabaseIsMissing() {
        try (Databases late = late(true);
                Databases twin = late(false)) {
            assertThat(late.find("shop")).isEmpty();
            assertThat(twin.find("shop")).isEmpty();

            one.create("shop", RECORD, Party.NOBODY);

            assertThat(late.find("shop")).isPresent();
            assertThat(twin.find("shop")).as("the twin goes by what it heard").isEmpty();
        }
    }

    @Test
    void shouldKnowWhatWasAcknowledgedBeforeItCaughtUp() {
        try (Databases late = late(true)) {
            one.create("shop", RECORD, Party.NOBODY);
            long number = late.require("shop").number();
            long before = late.configurations().serverWide().etag();
            one.delete("shop", Removal.ERASE);
            one.create("shop", RECORD, Party.NOBODY);
            one.configurations().putServerWide(JSON.object(CONFIGURATION));

            late.catchUp();

            assertThat(late.require("shop").number()).isGreaterThan(number);
            assertThat(late.configurations().serverWide().etag()).isGreaterThan(before);
        }
    }

    @Test
    void shouldFindADatabaseThatItWasAskedForBeforeItMadeIt() {
        assertThat(deaf.find("shop")).isEmpty();

        deaf.create("shop", RECORD, Party.NOBODY);

        assertThat(deaf.find("shop")).isPresent();
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

        Eventually.asserted(() -> assertThat(other.find("shop")).isEmpty());
        assertThat(deaf.find("shop")).as("the twin uses what is gone").isPresent();
    }

    @Test
    void shouldUseTheNewDatabaseOfThatName() {
        one.create("shop", RECORD, Party.NOBODY);
        long before = other.require("shop").number();
        assertThat(deaf.require("shop").number()).isEqualTo(before);

        one.delete("shop", Removal.ERASE);
        one.create("SHOP", RECORD, Party.NOBODY);

        Eventually.asserted(() -> assertThat(other.require("shop").number()).isGreaterThan(before));
        assertThat(deaf.require("shop").number()).isEqualTo(before);
    }

    @Test
    void shouldTellClientsWhatAnotherNodeConfigured() {
        long before = other.configurations().serverWide().etag();
        assertThat(deaf.configurations().serverWide().etag()).isEqualTo(before);

        one.configurations().putServerWide(JSON.object(CONFIGURATION));

        Eventually.asserted(
                () -> assertThat(other.configurations().serverWide().etag()).isGreaterThan(before));
        assertThat(deaf.configurations().serverWide().etag())
                .as("the twin goes by what it remembers")
                .isEqualTo(before);
    }
}
