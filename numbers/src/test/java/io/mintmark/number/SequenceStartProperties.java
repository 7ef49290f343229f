package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.InMemoryRanges;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Ids rise and none comes twice wherever sequences begin: over bursts, pauses, steps of the clock, leases and restarts. */
class SequenceStartProperties {
    private static final BitLayout LAYOUT = BitLayouts.tsid(18); // 16 ids a tick, so that bursts borrow

    /** What happens next to a generator. */
    enum Event {
        BURST,
        TICK,
        SECOND,
        LEASE,
        STEP_BACK,
        RESTART
    }

    @Provide
    Arbitrary<Event> events() {
        return Arbitraries.of(Event.class);
    }

    @Property(tries = 300)
    void shouldRiseAndRepeatNothingWhereverSequencesBegin(
            @ForAll @IntRange(min = 1, max = 16) int bound, @ForAll("eventLists") List<Event> events) {
        Run run = new Run(bound);
        for (Event event : events) {
            run.happen(event);
            run.draw(event == Event.BURST ? 100 : 2);
        }
        run.end();
    }

    @Provide
    Arbitrary<List<Event>> eventLists() {
        return events().list().ofMinSize(1).ofMaxSize(40);
    }

    /** A life after life of one worker. */
    private static final class Run {
        private final SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
        private final WorkerLeases leases = WorkerLeases.reserved(3, new InMemoryRanges());
        private final int bound;
        private TimeOrderedIds ids;
        private long last;

        Run(int bound) {
            this.bound = bound;
            this.ids = started();
        }

        private TimeOrderedIds started() {
            return LAYOUT.generator()
                    .settings(time.settings(time.new Life(), Duration.ofSeconds(1), Duration.ofMinutes(5)))
                    .leases(leases)
                    .sequenceStartsBelow(bound)
                    .start();
        }

        void happen(Event event) {
            switch (event) {
                case TICK -> time.pass(Duration.ofMillis(1));
                case SECOND -> time.pass(Duration.ofSeconds(1));
                case LEASE -> time.pass(Duration.ofSeconds(12));
                case STEP_BACK -> time.step(Duration.ofSeconds(-2));
                case RESTART -> {
                    ids.close();
                    ids = started();
                }
                default -> {}
            }
        }

        void draw(int count) {
            for (int i = 0; i < count; i++) {
                long id = ids.next();
                BitParts parts = LAYOUT.decode(id);
                assertThat(id).as("ids rise, so none comes twice").isGreaterThan(last);
                if (last == 0 || parts.tick() > LAYOUT.decode(last).tick()) {
                    assertThat(parts.sequence()).as("a tick's first").isLessThan(bound);
                }
                last = id;
            }
        }

        void end() {
            ids.close();
        }
    }
}
