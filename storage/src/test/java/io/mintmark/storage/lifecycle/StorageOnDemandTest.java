package io.mintmark.storage.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is known of a database while others open and close it. */
class StorageOnDemandTest {
    @AutoClose
    private final MemoryEngine memory = new MemoryEngine();

    private final DatabaseEntry entry = memory.create("shop", "{}".getBytes(UTF_8));

    @AutoClose
    private final OpenStorages places = new OpenStorages(Limits.DEFAULT, Ticker.SYSTEM);

    private BooleanSupplier closing = () -> false;

    /** It is found to be open, and another thread closes it, outlived, before its life is read. */
    @Test
    void shouldTellALifeBesideAClosing() {
        AtomicInteger asked = new AtomicInteger();
        try (StorageOnDemand shop = new StorageOnDemand("shop", () -> outlivedMeanwhile(asked), places)) {
            closing = shop::closeIfUnused;
            shop.openFor(Party.NOBODY);
            asked.set(1);

            try (Storage stored = memory.open(entry)) {
                assertThat(shop.life()).isEqualTo(stored.life());
            }
            assertThat(asked).hasValueGreaterThanOrEqualTo(4);
        }
    }

    /** Once asked in earnest: outlived; not, but closed during the answer; outlived, to the one that closes it. */
    private Storage outlivedMeanwhile(AtomicInteger asked) {
        return Intercepted.of(Storage.class, memory.open(entry), (method, arguments, call) -> {
            if (!method.equals("isOutlived") || asked.get() == 0) {
                return call.make(arguments);
            }
            int time = asked.incrementAndGet();
            if (time == 3) {
                assertThat(CompletableFuture.supplyAsync(closing::getAsBoolean).join())
                        .isTrue();
            }
            return time == 2 || time == 4;
        });
    }

    /** What was opened in vain has files and threads. */
    @Test
    void shouldCloseAStorageThatCannotTellItsLife() {
        AtomicInteger closed = new AtomicInteger();
        Storage mute = Intercepted.of(Storage.class, memory.open(entry), (method, arguments, call) -> {
            if (method.equals("life")) {
                throw new StorageFailedException("made by a test");
            }
            int ignored = method.equals("close") ? closed.incrementAndGet() : 0;
            return call.make(arguments);
        });
        try (StorageOnDemand shop = new StorageOnDemand("shop", () -> mute, places)) {
            assertThatThrownBy(shop::life).isInstanceOf(StorageFailedException.class);

            assertThat(closed).hasValue(1);
            assertThat(places.count()).isZero();
        }
    }
}
