package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.MintmarkException;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSource;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sets clocks forward and back, kills generators and starts them again, and remembers every id: none may come twice
 * (promise G7). The broken twin goes through the same and must repeat.
 *
 * <p>Only what has an <em>effect</em> is counted: a step that brings the clock to another tick of the layout, or a restart
 * of a generator that has issued ids; in both cases all processes issue ids before it and after it.
 */
@Timeout(3_600)
class ClockStepsSchedules {
    private static final boolean PROOF = "proof".equals(System.getProperty("mintmark.effort"));
    private static final int EVENTS = PROOF ? 1_000 : 60;
    private static final int BURST = PROOF ? 1_000 : 100;
    private static final int BURSTS = 50;
    private static final long SEED = seed();

    private static long seed() {
        String given = System.getProperty("mintmark.seed");
        long seed = given == null ? new SplittableRandom().nextLong(Long.MAX_VALUE) : Long.parseLong(given);
        System.out.printf("[seed] ClockStepsSchedules: %d (repeat with -Dmintmark.seed=%d)%n", seed, seed);
        System.out.printf(
                "[effort] clock steps and restarts that have an effect, for each of three designs: %,d here, 1,000 with"
                        + " 50 million ids with `mvn verify -Pproof`%n",
                EVENTS);
        return seed;
    }

    /** One life of a generator. */
    private interface Life extends LongSupplier {
        /** Ends it in order. */
        void close();
    }

    private interface Starter {
        Life start(SteppedTime time, SteppedTime.Life threads);
    }

    @Test
    void shouldRepeatNoTraceIdOfANodeWhoseSecondsAreReserved() {
        RangeSource seconds = new InMemoryRanges();

        Schedule schedule = run("trace ids, seconds reserved", TraceId.LAYOUT, 1, (time, threads) -> {
            TraceIds ids = TraceIds.of(TraceIds.builder()
                    .settings(time.settings(threads, Duration.ZERO, Duration.ofSeconds(5)))
                    .leases(WorkerLeases.reserved(42, seconds)));
            return life(ids, ids::close);
        });

        assertThat(schedule.seen.duplicates()).isZero();
        assertThat(schedule.refusals).as("steps that were felt").isPositive();
    }

    @Test
    void shouldRepeatNoSnowflakeOfThreeProcessesThatShareWorkerNumbers() {
        RangeSource slots = new InMemoryRanges();

        Schedule schedule = run("41/10/12, workers shared", BitLayouts.TWITTER, 3, (time, threads) -> {
            TimeOrderedIds ids = BitLayouts.TWITTER
                    .generator()
                    .settings(time.settings(threads, Duration.ofSeconds(1), Duration.ofSeconds(5)))
                    .leases(WorkerLeases.shared(slots, 16, Duration.ofMinutes(1)))
                    .start();
            return life(ids, ids::close);
        });

        assertThat(schedule.seen.duplicates()).isZero();
        assertThat(schedule.refusals).as("steps that were felt").isPositive();
    }

    /** All ids are of machine 7, so that the bits above it tell them apart, and lie close enough to be remembered. */
    private static long withoutMachine(long id) {
        assertThat(BitLayouts.SONYFLAKE_2.decode(id).worker()).isEqualTo(7);
        return id >>> 16;
    }

    @Test
    void shouldRepeatNoSonyflakeOfTwoProcessesThatWereGivenOneMachineNumber() {
        RangeSource seconds = new InMemoryRanges();

        Schedule schedule =
                run("sonyflake, one machine twice, seconds reserved", BitLayouts.SONYFLAKE_2, 2, (time, threads) -> {
                    TimeOrderedIds ids = BitLayouts.SONYFLAKE_2
                            .generator()
                            .settings(time.settings(threads, Duration.ofSeconds(30), Duration.ofSeconds(30)))
                            .leases(WorkerLeases.reserved(7, seconds))
                            .start();
                    return life(() -> withoutMachine(ids.next()), ids::close);
                });

        assertThat(schedule.seen.duplicates()).isZero();
    }

    @Test
    void shouldFindTheRepetitionsOfTheBrokenTwin() {
        Schedule schedule = run("naive snowflake (broken twin)", BitLayouts.TWITTER, 1, (time, threads) -> {
            LongSupplier ids = new NaiveSnowflake(BitLayouts.TWITTER, 1, time);
            return life(ids, () -> {});
        });

        assertThat(schedule.seen.duplicates())
                .as("a search that finds nothing here proves nothing there")
                .isPositive();
    }

    private static Life life(LongSupplier ids, Runnable closing) {
        return new Life() {
            @Override
            public long getAsLong() {
                return ids.getAsLong();
            }

            @Override
            public void close() {
                closing.run();
            }
        };
    }

    private static Schedule run(String name, BitLayout layout, int processes, Starter starter) {
        long begun = System.nanoTime();
        Schedule schedule = new Schedule(starter, layout, processes);
        // Drawn before the first step: a process that starts with a clock ten years ahead is refused for ten years when
        // it is set.
        schedule.draw();
        while (schedule.effective() < EVENTS) {
            if (schedule.event()) {
                schedule.draw();
            }
        }
        System.out.printf(
                "%s: %,d steps of the clock and %,d restarts with an effect · %,d ids · %,d twice · %,d refusals"
                        + " · %,d s slept · %.1f s%n",
                name,
                schedule.steps,
                schedule.restarts,
                schedule.seen.count(),
                schedule.seen.duplicates(),
                schedule.refusals,
                schedule.time.slept().toSeconds(),
                (System.nanoTime() - begun) / 1e9);
        assertThat(schedule.seen.count()).isGreaterThanOrEqualTo((long) EVENTS * BURSTS * BURST);
        assertThat(schedule.steps).as("steps of the clock").isGreaterThan(EVENTS / 10);
        assertThat(schedule.restarts).as("restarts").isGreaterThan(EVENTS / 10);
        return schedule;
    }

    private static final class Schedule {
        private final SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
        private final SplittableRandom random = new SplittableRandom(SEED);
        private final SeenIds seen = new SeenIds();
        private final Starter starter;
        private final BitLayout layout;
        private final @Nullable Life[] lives;
        private final SteppedTime.Life[] threads;
        private Duration astray = Duration.ZERO;
        private int steps;
        private int restarts;
        private long refusals;

        Schedule(Starter starter, BitLayout layout, int processes) {
            this.starter = starter;
            this.layout = layout;
            this.lives = new Life[processes];
            this.threads = new SteppedTime.Life[processes];
        }

        int effective() {
            return steps + restarts;
        }

        /**
         * Half are steps of the clock, half are restarts, most of them without notice and some in the same instant; tells
         * whether there was an effect.
         */
        boolean event() {
            int before = effective();
            int process = random.nextInt(lives.length);
            switch (random.nextInt(8)) {
                case 0 -> step(Duration.ofSeconds(random.nextLong(-3_600, 3_600)));
                case 1 -> step(Duration.ofMillis(random.nextLong(-3_000, 3_000)));
                case 2 -> step(Duration.ofDays(random.nextBoolean() ? 3_650 : -3_650));
                case 3 -> step(astray.negated());
                case 4 -> {
                    Life life = lives[process];
                    if (life != null) {
                        life.close();
                    }
                    kill(process);
                }
                case 5 -> {
                    kill(process);
                    setClock(Duration.ofSeconds(random.nextLong(-60, 5)));
                }
                default -> kill(process);
            }
            return effective() > before;
        }

        private void step(Duration by) {
            long tick = layout.tickOf(time.millis());
            setClock(by);
            steps += layout.tickOf(time.millis()) == tick ? 0 : 1;
        }

        private void setClock(Duration by) {
            time.step(by);
            astray = astray.plus(by);
        }

        private void kill(int process) {
            restarts += lives[process] == null ? 0 : 1;
            if (threads[process] != null) {
                threads[process].kill();
            }
            lives[process] = null;
        }

        void draw() {
            for (int burst = 0; burst < BURSTS; burst++) {
                drawBurst(burst % lives.length);
                time.pass(Duration.ofMillis(random.nextInt(3)));
            }
        }

        /** Draws a burst; when that is refused, lets a minute pass, and somebody set the clock right now and then. */
        private void drawBurst(int process) {
            int drawn = 0;
            while (drawn < BURST) {
                try {
                    LongSupplier life = living(process);
                    while (drawn < BURST) {
                        seen.add(life.getAsLong());
                        drawn++;
                    }
                } catch (MintmarkException refused) {
                    refusals++;
                    if (random.nextInt(10) == 0) {
                        setClock(astray.negated());
                    }
                    time.pass(Duration.ofMinutes(1));
                }
            }
        }

        private LongSupplier living(int process) {
            Life life = lives[process];
            if (life == null) {
                threads[process] = time.new Life();
                life = starter.start(time, threads[process]);
                lives[process] = life;
            }
            return life;
        }
    }
}
