package io.mintmark.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every way gives each number once and none that is not stored, and a way that does otherwise is found. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HotCounterTest {
    private static final Window WINDOW = new Window(Duration.ofMillis(200), Duration.ofMillis(200));

    @SuppressWarnings("NullAway.Init")
    private WorkDirectory work;

    @SuppressWarnings("NullAway.Init")
    private Postgres postgres;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        work = WorkDirectory.below(directory);
        postgres = Postgres.start(work);
    }

    @AfterAll
    void stop() throws IOException {
        postgres.close();
        work.close();
    }

    @Test
    void shouldGiveEachNumberOnceByOneUpdate() throws IOException {
        assertThat(numbersOf(HotCounter::updated)).isGreaterThanOrEqualTo(HotCounter.WRITERS);
    }

    @Test
    void shouldGiveEachNumberOnceByAVersion() throws IOException {
        assertThat(numbersOf(HotCounter::versioned)).isGreaterThanOrEqualTo(HotCounter.WRITERS);
    }

    @Test
    void shouldGiveEachNumberOnceByBlocks() throws IOException {
        assertThat(numbersOf(HotCounter::ours)).isGreaterThanOrEqualTo(HotCounter.WRITERS);
    }

    /** Runs a way in a window; returns how many numbers the checker saw. */
    private long numbersOf(HotCounter.Way way) throws IOException {
        HotCounter counter = new HotCounter(postgres);

        assertThat(counter.measure(way, 10, WINDOW).perSecond()).isPositive();

        counter.history().requireNoDuplicates();
        return counter.history().issuedCount();
    }

    /** The twin: a counter that several threads read before one of them writes. */
    @Test
    void shouldFindTheNumbersThatComeTwice() throws IOException {
        HotCounter counter = new HotCounter(postgres);
        AtomicLong calls = new AtomicLong();

        counter.measure(connections -> numbers(() -> calls.getAndIncrement() / 2, Long.MAX_VALUE), 1, WINDOW);

        assertThat(counter.history().duplicateCount()).isPositive();
        assertThat(counter.history().firstDuplicates()).isNotEmpty();
    }

    /** The twin: numbers that are given before the database has passed them. */
    @Test
    void shouldFindNumbersThatAreNotStored() {
        HotCounter counter = new HotCounter(postgres);
        AtomicLong calls = new AtomicLong();

        assertThatThrownBy(() -> counter.measure(connections -> numbers(calls::incrementAndGet, 7), 1, WINDOW))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no number may be above what is stored")
                .hasMessageContaining("7 is");
    }

    private static HotCounter.Numbers numbers(LongSupplier next, long stored) {
        return new HotCounter.Numbers() {
            @Override
            public long next() {
                return next.getAsLong();
            }

            @Override
            public long stored() {
                return stored;
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }
}
