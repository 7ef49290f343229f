package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.cutoff.ClaimRecord;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.RecordedEngine;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that started without its engine, and looks for it. */
class RecordedEngineTest {
    @AutoClose
    private final Opened opened = new Opened();

    @TempDir
    private Path directory;

    private final AtomicInteger looks = new AtomicInteger();

    private StorageEngine open() {
        int ignored = looks.incrementAndGet();
        throw new StorageBusyException("Other nodes hold up the store.");
    }

    @Test
    void shouldLookAgainWhereTheStoreIsBusy() {
        Journal journal = opened.add(JournalFile.open(directory, Limits.DEFAULT, 1_000));
        StorageEngine engine = opened.add(RecordedEngine.without(
                journal.claim(),
                new ClaimRecord.Identity("db/ids", "store", NodeTag.of("A"), 100),
                new StorageUnreachableException("The store is away.", new IllegalStateException()),
                this::open));

        Eventually.until("it looked twice", () -> looks.get() >= 2);

        assertThat(engine.state()).isEqualTo(EngineState.UNREACHABLE);
    }
}
