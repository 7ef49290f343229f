package io.mintmark.hilo;

import static io.mintmark.hilo.Awaiting.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AskingAheadTest {
    private final SteppedRefiller time = new SteppedRefiller();
    private final ScriptedSource source = new ScriptedSource();
    private final NewsOfRanges news = new NewsOfRanges();

    private HiLoBuilder stepped() {
        return HiLo.over(source).name("orders").refiller(time).ticker(time);
    }

    @Test
    void shouldReserveNothingWhenIdle() {
        try (StrictHiLo hilo = stepped().strict()) {
            hilo.next();
            assertThat(source.reservedNumbers()).isLessThanOrEqualTo(2_000);

            time.pass(Duration.ofSeconds(5));

            assertThat(source.reservedNumbers()).isLessThanOrEqualTo(2_000);
            assertThat(time.isAwake()).as("an idle generator costs nothing").isFalse();
        }
    }

    @Test
    void shouldReserveBeforeNeedWhileNumbersFlow() {
        try (StrictHiLo hilo = stepped().listener(news).strict()) {
            for (int i = 0; i < 20_000; i++) {
                hilo.next();
                time.pass(Duration.ofNanos(20_000));
            }
        }

        assertThat(news.blocked).as("only the first had to wait").hasValue(1);
        assertThat(source.reserved).hasSizeGreaterThan(5);
        assertThat(source.counter.max()).isEqualTo(20_000);
    }

    @Test
    void shouldHaveACallerAskAheadWhenTheWatchIsLate() {
        try (StrictHiLo hilo = stepped().listener(news).strict()) {
            for (int i = 0; i < 1_001; i++) { // no time passes, so the watch never looks
                hilo.next();
            }
        }

        assertThat(news.blocked).as("only the first had to wait").hasValue(1);
        assertThat(source.counter.max()).isEqualTo(1_001);
    }

    @Test
    void shouldAskForTheNextRangeAsSoonAsABlockedCallerGoesOn() throws InterruptedException {
        Semaphore answers = new Semaphore(1);
        source.beforeReserve = answers::acquireUninterruptibly;
        StrictHiLo hilo = HiLo.over(source)
                .rangeSizeMax(1_000)
                .refiller(new WatchlessRefiller())
                .listener(news)
                .strict();
        for (int i = 0; i < 1_000; i++) {
            hilo.next();
        }
        Thread caller = new Thread(hilo::next);
        caller.start();
        awaitThat(() -> source.attempts.get() == 2 && caller.getState() == Thread.State.TIMED_WAITING);

        answers.release();
        caller.join();

        awaitThat(() -> source.attempts.get() == 3);
        assertThat(news.blocked).hasValue(2);
        answers.release();
        hilo.close();
        assertThat(source.counter.max()).isEqualTo(1_001);
    }

    @Test
    void shouldNotPrefetchBelowARangeAMinute() {
        try (StrictHiLo hilo = stepped().rangeSize(100).strict()) {
            for (int i = 0; i < 100; i++) {
                hilo.next();
                time.pass(Duration.ofSeconds(1));
            }

            assertThat(source.reserved).hasSize(1);
        }
    }

    @Test
    void shouldGiveSurplusBackWhenIdle() {
        try (StrictHiLo hilo = stepped().rangeSize(100).rangeSizeMax(100).strict()) {
            prefetch(hilo);
            long issued = hilo.next();

            time.pass(Duration.ofSeconds(5));

            assertThat(source.accepted).isNotEmpty();
            assertThat(source.counter.max())
                    .as("what is left of the range in use stays")
                    .isEqualTo(100);
            assertThat(hilo.next()).isEqualTo(issued + 1);
        }
    }

    @Test
    void shouldNotTakeAReturnedSurplusForNumbersIssued() {
        StrictHiLo hilo = stepped().rangeSize(100).strict();
        prefetch(hilo);
        time.pass(Duration.ofSeconds(5));
        assertThat(source.accepted).isNotEmpty();
        int before = source.reserved.size();

        long number = 0;
        while (number < 102) {
            number = hilo.next();
        }

        assertThat(source.reserved.size()).isEqualTo(before + 1);
        assertThat(source.reserved.get(before).size()).isLessThanOrEqualTo(800);
        time.pass(Duration.ofMillis(100));
        assertThat(source.reserved).as("two numbers in a while are no rate").hasSizeLessThanOrEqualTo(before + 3);
        time.pass(Duration.ofSeconds(5));
        assertThat(source.counter.max())
                .as("what was reserved ahead in vain went back")
                .isEqualTo(source.reserved.get(before).high());
        hilo.close();
        assertThat(source.counter.max()).isEqualTo(number);
    }

    private void prefetch(StrictHiLo hilo) {
        for (int i = 0; i < 90; i++) {
            hilo.next();
            time.pass(Duration.ofNanos(100_000));
        }
        assertThat(source.reserved).as("prefetched").hasSizeGreaterThan(1);
    }
}
