package io.mintmark.storage.cutoff;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.ReservedEtags.Block;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.lifecycle.OpenStorages;
import io.mintmark.storage.lifecycle.StorageOnDemand;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A database that is served by what stands in for it until its engine comes. */
class OutlivedStorageTest {
    private static final RangeRequest RANGE = new RangeRequest(CounterName.ofTag("orders"), 0, 32, null);

    @AutoClose
    private final Opened opened = new Opened();

    private final MemoryEngine memory = new MemoryEngine();
    private final DatabaseEntry entry = memory.create("shop", "{}".getBytes(UTF_8));
    private final Block block = new Block(entry, "former.0", "former", 100, 103);
    private final AtomicLong drawn = new AtomicLong(block.after());
    private final StorageOnDemand shop = opened.add(
            new StorageOnDemand("shop", this::open, opened.add(new OpenStorages(Limits.DEFAULT, Ticker.SYSTEM))));
    private boolean hasCome;
    private boolean opens = true;

    private Storage open() {
        if (!opens) {
            throw AbsentStorage.refusal("");
        }
        return hasCome ? memory.open(entry) : new AbsentStorage(block, drawn, 1_000, () -> hasCome);
    }

    @Test
    void shouldRefuseEverythingButEtagsOfItsBlock() {
        assertThat(shop.life()).isEqualTo("former.0");
        assertThatThrownBy(() -> shop.write(RANGE))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("gives no ranges");
        assertThatThrownBy(() -> shop.reads().lastEtag()).isInstanceOf(StorageUnreachableException.class);
        Storage inner = open();
        assertThat(inner.drawEtagAhead()).hasValue(101);
        assertThat(open().drawEtagAhead())
                .as("another object of the same database")
                .hasValue(102);
        assertThat(inner.drawEtagAhead()).hasValue(103);
        assertThat(inner.drawEtagAhead()).as("used up").isEqualTo(OptionalLong.empty());
    }

    @Test
    void shouldServeWhatCameAndGoByItsLife() {
        assertThat(shop.life()).isEqualTo("former.0");

        hasCome = true;

        assertThat(shop.isOpen()).isFalse();
        try (Storage stored = memory.open(entry)) {
            assertThat(shop.life()).isEqualTo(stored.life()).isNotEqualTo("former.0");
        }
        assertThat(shop.write(RANGE).low()).isEqualTo(1);
    }

    /** What is sent home must not go by a life that may be over. */
    @Test
    void shouldNeverTellTheFormerLifeOnceTheEngineHasCome() {
        assertThat(shop.life()).isEqualTo("former.0");
        hasCome = true;
        opens = false;

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(shop::life).isInstanceOf(StorageUnreachableException.class);
        }
    }
}
