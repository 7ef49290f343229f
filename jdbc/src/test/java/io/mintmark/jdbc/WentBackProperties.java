package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.range.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random histories of three programs over one row, ours or a product's, beside a model that knows the numbers of each: nothing
 * right is refused, and no program is given a number that it has, wherever somebody sets the row.
 */
class WentBackProperties {
    private static final int STEPS = 60;
    private static final TestDatabase DATABASE = TestDatabase.H2;

    @Property(tries = 200)
    void shouldRefuseNothingWhileNobodySetsTheRow(@ForAll boolean own, @ForAll Random random) {
        History history = new History(own, random);
        for (int step = 0; step < STEPS; step++) {
            history.step(own);
        }
        assertThat(history.refused).isZero();
        assertThat(history.repeated).isZero();
        assertThat(history.shared).isZero();
    }

    @Property(tries = 200)
    void shouldGiveNoProgramItsOwnNumbersWhereverTheRowIsSet(@ForAll boolean own, @ForAll Random random) {
        History history = new History(own, random);
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(12) == 0) {
                history.setBack();
            } else {
                history.step(false);
            }
        }
        assertThat(history.repeated).isZero();
    }

    /** A random history found it: the second return made the program forget what the first one had shown. */
    @Example
    void shouldTakeItsOwnNumbersAgainAlsoAfterItGaveBackARangeOfTheProgramThatHadThem() {
        JdbcRanges ranges = DATABASE.ranges();
        String name = TestDatabase.fresh("history");
        JdbcCounter first = ranges.counter(name).build();
        JdbcCounter second = ranges.counter(name).build();
        Range own = first.reserve(10);
        assertThat(second.giveBack(own, 0)).isTrue();
        Range given = second.reserve(8);
        assertThat(first.giveBack(given, 6)).isTrue();

        assertThat(first.reserve(3).low()).isEqualTo(7);
    }

    @Example
    void shouldGiveProgramsTheirOwnNumbersIfTheyForgetThem() {
        // The broken twin: the guard is off, because each range is reserved by a new program.
        for (boolean own : new boolean[] {true, false}) {
            History history = new History(own, new Random(7));
            history.forgetful = true;
            for (int step = 0; step < STEPS; step++) {
                history.step(false);
                if (step % 12 == 11) {
                    history.setBack();
                }
            }
            assertThat(history.repeated).isPositive();
        }
    }

    /** What a program may do, and what it has. */
    private static final class Program {
        private JdbcCounter counter;
        private final List<Range> open = new ArrayList<>();
        private final TreeSet<Long> numbers = new TreeSet<>();

        Program(JdbcCounter counter) {
            this.counter = counter;
        }

        void release(long from, long to) {
            numbers.subSet(from, true, to, true).clear();
        }
    }

    private static final class History {
        private final boolean own;
        private final Random random;
        private final String name = TestDatabase.fresh("history");
        private final CounterDescription foreign;
        private final List<Program> programs = new ArrayList<>();
        private boolean forgetful;
        private int refused;
        private int repeated;
        private int shared;

        History(boolean own, Random random) {
            this.own = own;
            this.random = random;
            this.foreign = DATABASE.newTable(Preset.HIBERNATE_TABLE_POOLED_LO.counter(10), "BIGINT", 0L);
            for (int i = 0; i < 3; i++) {
                programs.add(new Program(build()));
            }
        }

        private JdbcCounter build() {
            return own
                    ? DATABASE.ranges().counter(name).build()
                    : DATABASE.ranges().counter(foreign).build();
        }

        private Program any() {
            return programs.get(random.nextInt(programs.size()));
        }

        void step(boolean othersReturn) {
            Program program = any();
            switch (random.nextInt(5)) {
                case 0, 1 -> reserve(program);
                case 2, 3 -> giveBack(program, othersReturn && random.nextInt(3) == 0 ? any() : program);
                default -> {
                    if (random.nextInt(4) == 0) {
                        program.counter.raise(1 + random.nextInt(200));
                    }
                }
            }
        }

        private void reserve(Program program) {
            program.counter = forgetful ? build() : program.counter;
            try {
                Range range = program.counter.reserve(1 + random.nextInt(12));
                program.open.add(range);
                for (long number = range.low(); number <= range.high(); number++) {
                    repeated += program.numbers.contains(number) ? 1 : 0;
                    long has = number;
                    shared += programs.stream().anyMatch(one -> one.numbers.contains(has)) ? 1 : 0;
                }
                LongStream.rangeClosed(range.low(), range.high()).forEach(program.numbers::add);
            } catch (UnsafeCounterException wentBack) {
                refused++;
                if (random.nextBoolean()) {
                    boolean above = random.nextBoolean() && !program.numbers.isEmpty();
                    program.counter.raise(above ? program.numbers.last() : 1 + random.nextInt(100));
                }
            }
        }

        /** Gives a range of {@code owner} back, mostly its latest, by {@code sender}, which may be another program. */
        private void giveBack(Program owner, Program sender) {
            if (owner.open.isEmpty()) {
                return;
            }
            int at = random.nextInt(3) == 0 ? random.nextInt(owner.open.size()) : owner.open.size() - 1;
            Range range = owner.open.remove(at);
            long last = range.low() - 1 + random.nextInt((int) range.size() + 1);
            boolean accepted = sender.counter.giveBack(range, last);
            if (last < range.high() && (accepted || sender == owner)) {
                owner.release(last + 1, range.high());
            }
        }

        /** Sets the row somewhere below, or makes it anew there. */
        void setBack() {
            String table =
                    own ? "\"mintmark_counter\"" : foreign.access().name().toString();
            String column = own ? "\"last_number\"" : "next_val";
            String where = own ? " WHERE \"counter_name\" = '" + name + "'" : "";
            long stands = DATABASE.number("SELECT COALESCE(MAX(" + column + "), 0) FROM " + table + where);
            long to = random.nextInt((int) stands + 1);
            if (own && random.nextBoolean()) {
                DATABASE.execute(
                        "DELETE FROM " + table + where,
                        "INSERT INTO " + table + " VALUES ('" + name + "', " + to + ", "
                                + (1 + Math.floorMod(random.nextLong(), 1L << 62)) + ")");
            } else {
                DATABASE.execute("UPDATE " + table + " SET " + column + " = " + to + where);
            }
        }
    }
}
