package io.mintmark.jdbc.jta;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.range.Range;
import io.mintmark.testkit.HistoryChecker;
import java.util.Random;

/**
 * Transactions that end in any way, with reservations, raises and returns before, in, between and after them, on one thread.
 * Rows that nobody made yet are among the counters, and counters are built in the middle.
 */
final class JtaRun {
    /** Seconds that no transaction of the run takes. */
    private static final int NEVER = 300;

    private final Place place;
    private final Manager manager;
    private final CounterRows rows;
    private final Business business;
    private final Random random;
    private final HistoryChecker history = new HistoryChecker();
    private int reservations;

    JtaRun(Place place, Manager manager, Random random) throws Exception {
        this.place = place;
        this.manager = manager;
        this.rows = new CounterRows(place, manager.source());
        this.business = new Business(place, manager);
        this.random = random;
    }

    /** Runs until so many ranges were reserved, and requires that no number came twice. */
    HistoryChecker run(int most) throws Exception {
        while (reservations < most) {
            transaction(1);
            if (random.nextBoolean()) {
                reserve();
            }
        }
        history.requireNoDuplicates();
        business.requireAllOrNothing();
        return history;
    }

    private void transaction(int depth) throws Exception {
        manager.transactions().begin(NEVER);
        for (int steps = 1 + random.nextInt(4); steps > 0; steps--) {
            step(depth);
        }
        if (random.nextInt(3) == 0) {
            manager.transactions().commit();
            business.committed();
        } else {
            manager.transactions().rollback();
            business.rolledBack();
        }
    }

    private void step(int depth) throws Exception {
        switch (random.nextInt(8)) {
            case 0 -> business.insert(manager.source());
            case 1 -> business.insert(manager.second());
            case 2 -> raise();
            case 3 -> giveBack();
            case 4 -> suspended(depth);
            case 5 -> rows.another(random);
            default -> reserve();
        }
    }

    /** The thread has no transaction for a while, or another one. */
    private void suspended(int depth) throws Exception {
        if (depth == 2) {
            return;
        }
        Object suspended = manager.transactions().suspend();
        reserve();
        inner();
        reserve();
        manager.transactions().resume(suspended);
    }

    private void inner() throws Exception {
        manager.transactions().begin(NEVER);
        reserve();
        Business other = new Business(place, manager);
        other.read(manager.source());
        reserve();
        manager.transactions().rollback();
        other.rolledBack();
    }

    private Range reserve() {
        JdbcCounter counter = rows.any(random);
        Range range = counter.reserve(1 + random.nextInt(20));
        issued(counter, range.low(), range.high());
        return range;
    }

    private void issued(JdbcCounter counter, long low, long high) {
        reservations++;
        history.issued(
                counter.description().name() + " in "
                        + counter.description().access().name(),
                low,
                high);
    }

    private void giveBack() {
        JdbcCounter counter = rows.any(random);
        Range range = counter.reserve(10);
        long last = range.low() + 3;
        issued(counter, range.low(), counter.giveBack(range, last) ? last : range.high());
    }

    private void raise() {
        JdbcCounter counter = rows.any(random);
        Range before = counter.reserve(1);
        issued(counter, before.low(), before.high());
        long raised = counter.raise(before.high() + random.nextInt(100));
        Range after = counter.reserve(1);
        issued(counter, after.low(), after.high());
        assertThat(after.low()).as("above what it was raised to").isGreaterThan(raised);
    }

    int reservations() {
        return reservations;
    }
}
