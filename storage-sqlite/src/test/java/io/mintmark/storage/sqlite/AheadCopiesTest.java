package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.write.Lease;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy that was made while numbers were reserved ahead is put back. */
class AheadCopiesTest {
    @TempDir
    private Path directory;

    private final BusyCounter busy = new BusyCounter();

    /** Returns the last of some ranges that were cut, and of further reservations, after a copy was made. */
    private Lease cutAfterACopy(Path copy) {
        try (TestStore store = busy.open(directory)) {
            Lease cut = busy.untilCut(store);
            TestStore.crashInto(directory, copy);
            for (int i = 0; i < 200; i++) {
                cut = busy.next(store, "orders", 100);
            }
            return cut;
        }
    }

    @Test
    void shouldRaiseACopyAboveAllThatWasCutAfterIt(@TempDir Path copies) {
        Path copy = copies.resolve("copy");
        Lease last = cutAfterACopy(copy);
        try (RestoredStore restored = new SqliteMaintenance(copy, InstantSource.system()).openRestored()) {
            long by = restored.least(TestStore.NAME).by();
            restored.raiseWhatIsShared(by);
            RestoredStore.Raised ignored = restored.raise(TestStore.NAME, by, Progress.NONE);
        }

        try (TestStore store = busy.open(copy)) {
            assertThat(store.reserve("orders").low()).isGreaterThan(last.high());
            assertThat(store.giveBack("orders", last.low(), last.high(), last.serial()))
                    .isFalse();
        }
    }

    /** The twin: the copy as it is. */
    @Test
    void shouldRepeatWhatWasCutAfterACopyThatIsNotRaised(@TempDir Path copies) {
        Path copy = copies.resolve("copy");
        Lease last = cutAfterACopy(copy);

        try (TestStore store = busy.open(copy)) {
            assertThat(store.reserve("orders").low()).isLessThanOrEqualTo(last.high());
        }
    }
}
