package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A generator whose source, listener or refiller throws errors that are no exceptions. */
@Timeout(30)
class ThrownErrorsTest {
    private final SteppedRefiller time = new SteppedRefiller();
    private final ScriptedSource source = new ScriptedSource();
    private final List<Throwable> reports = new ArrayList<>();

    /** A listener whose library is missing. */
    private static final class Unlinked implements RangeListener {
        @Override
        public void reserved(Range range, Duration latency) {
            throw new NoClassDefFoundError("metrics");
        }

        @Override
        public void failed(RuntimeException failure) {
            throw new NoClassDefFoundError("metrics");
        }

        @Override
        public void blocked(Duration waited) {
            throw new NoClassDefFoundError("metrics");
        }

        @Override
        public void returned(Range range, long lastIssued, long count) {
            throw new NoClassDefFoundError("metrics");
        }

        @Override
        public void gap(Range range, long count) {
            throw new NoClassDefFoundError("metrics");
        }

        @Override
        public void returnFailed(RuntimeException failure) {
            throw new NoClassDefFoundError("metrics");
        }
    }

    @BeforeEach
    void hearReports() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> reports.add(e));
    }

    @AfterEach
    void hearThemNoLonger() {
        Thread.currentThread().setUncaughtExceptionHandler(null);
    }

    private HiLoBuilder builder() {
        return HiLo.over(source).name("orders").refiller(time).ticker(time).rangeSize(10);
    }

    @Test
    void shouldLoseNoNumberToAListenerThatThrowsAnError() {
        try (StrictHiLo hilo = builder().listener(new Unlinked()).strict()) {
            for (long expected = 1; expected <= 50; expected++) {
                assertThat(hilo.next()).isEqualTo(expected);
            }
        }

        assertThat(source.counter.max()).isEqualTo(50);
        assertThat(reports).isNotEmpty().hasOnlyElementsOfType(NoClassDefFoundError.class);
    }

    @Test
    void shouldNotMindAReporterThatThrowsAsWell() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {
            throw new NoClassDefFoundError("logging");
        });
        try (StrictHiLo hilo = builder().listener(new Unlinked()).strict()) {
            assertThat(hilo.next()).isEqualTo(1);
        }

        assertThat(source.counter.max()).isEqualTo(1);
    }

    @Test
    void shouldTellCallersOfAFailureThoughTheListenerThrowsAnError() {
        source.beforeReserve = () -> {
            throw new RangeSourceException("connection refused");
        };
        StrictHiLo hilo = builder().listener(new Unlinked()).strict();

        assertThatThrownBy(hilo::next)
                .isInstanceOf(RangeUnavailableException.class)
                .hasMessageContaining("connection refused");

        source.beforeReserve = () -> {};
        assertThat(hilo.next()).isEqualTo(1);
    }

    @Test
    void shouldCloseInPeaceWhenAReturnEndsInAnError() {
        NewsOfRanges news = new NewsOfRanges();
        source.beforeGiveBack = () -> {
            throw new NoClassDefFoundError("driver");
        };
        StrictHiLo hilo = builder().listener(news).strict();
        hilo.next();

        assertThatCode(hilo::close).doesNotThrowAnyException();

        assertThat(news.gaps).hasValue(9);
        assertThat(news.failures).isEmpty();
        assertThat(news.failedReturns)
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .hasMessage("The source of the counter orders broke")
                        .hasCauseInstanceOf(NoClassDefFoundError.class));
    }

    @Test
    void shouldRecoverFromARefillerThatHasNoThread() {
        AtomicBoolean full = new AtomicBoolean(true);
        Refiller refiller = new Refiller() {
            @Override
            public void after(long delayNanos, Runnable watching) {
                throw new OutOfMemoryError("unable to create native thread");
            }

            @Override
            public void execute(Runnable asking) {
                if (full.get()) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                asking.run();
            }
        };
        StrictHiLo hilo = HiLo.over(source).rangeSize(10).refiller(refiller).strict();

        assertThatThrownBy(hilo::next)
                .isInstanceOf(RangeUnavailableException.class)
                .hasCauseInstanceOf(OutOfMemoryError.class);
        full.set(false);
        for (long expected = 1; expected <= 30; expected++) {
            assertThat(hilo.next()).isEqualTo(expected);
        }
        full.set(true);
        hilo.close();
        assertThat(source.counter.max()).as("closing gives back by itself then").isEqualTo(30);
    }

    @Test
    void shouldTellCallersOfAnErrorWhileTheirRangeIsDealt() {
        AtomicBoolean full = new AtomicBoolean(true);
        Ticker ticker = () -> {
            if (full.get() && isDealing()) {
                throw new OutOfMemoryError("Java heap space");
            }
            return time.nanos();
        };
        StrictHiLo hilo =
                builder().ticker(ticker).deadline(Duration.ofSeconds(2)).strict();

        for (int each = 0; each < 5; each++) { // more than there may be calls under way
            assertThatThrownBy(hilo::next)
                    .isInstanceOf(RangeUnavailableException.class)
                    .hasCauseInstanceOf(OutOfMemoryError.class);
        }
        full.set(false);

        assertThat(hilo.next()).as("five ranges are gaps").isEqualTo(51);
    }

    private static boolean isDealing() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("dealAndQueue")));
    }
}
