package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.range.Range;
import io.mintmark.testkit.HistoryChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** A persistence unit whose counters are rows of Mintmark's own table, on every database. */
abstract class UnitContract {
    private static final int THREADS = 3;
    private static final int ORDERS_A_THREAD = 400;

    /** Returns the address of an empty database. */
    abstract String newDatabase();

    @Test
    void shouldKnowTheIdBeforeAnythingIsInserted() {
        try (SessionFactory unit = start(newDatabase())) {
            unit.inTransaction(session -> {
                Shop.Order order = new Shop.Order();
                session.persist(order);

                assertThat(order.id).isEqualTo(1L);
                assertThat(unit.getStatistics().getEntityInsertCount()).isZero();
                assertThat(unit.getStatistics().getPrepareStatementCount()).isZero();
            });
            assertThat(unit.getStatistics().getEntityInsertCount()).isOne();
        }
    }

    @Test
    void shouldSendInsertsInBatches() {
        try (SessionFactory unit = start(newDatabase())) {
            unit.inTransaction(session -> {
                for (int i = 0; i < 100; i++) {
                    session.persist(new Shop.Order());
                }
            });

            assertThat(unit.getStatistics().getEntityInsertCount()).isEqualTo(100);
            assertThat(unit.getStatistics().getPrepareStatementCount()).isLessThanOrEqualTo(2);
        }
    }

    /** The twin: with ids that the insert makes, the same measurement shows a statement for each. */
    @Test
    void shouldSeeThatIdsFromTheInsertPreventBatches() {
        try (SessionFactory unit = start(newDatabase())) {
            unit.inTransaction(session -> {
                for (int i = 0; i < 100; i++) {
                    session.persist(new Shop.Visit());
                }
            });

            assertThat(unit.getStatistics().getPrepareStatementCount()).isEqualTo(100);
        }
    }

    @Test
    void shouldLoseOnlyTheIdsOfATransactionThatRollsBack() {
        try (SessionFactory unit = start(newDatabase())) {
            List<Long> lost = new ArrayList<>();
            assertThatThrownBy(() -> unit.inTransaction(session -> {
                        lost.add(persist(session));
                        lost.add(persist(session));
                        session.flush();
                        throw new IllegalStateException("the customer changed their mind");
                    }))
                    .hasMessageContaining("changed their mind");

            long next = unit.fromTransaction(UnitContract::persist);

            assertThat(lost).containsExactly(1L, 2L);
            assertThat(next).isEqualTo(3);
            assertThat(unit.fromTransaction(UnitContract::countOrders)).isOne();
        }
    }

    @Test
    void shouldNeverIssueAnIdTwiceBesideAnotherUnitOnTheSameDatabase() throws InterruptedException {
        String database = newDatabase();
        HistoryChecker history = new HistoryChecker();
        try (SessionFactory one = start(database);
                SessionFactory other = start(database)) {
            storeOrders(history, one, other);

            assertThat(history.duplicateCount()).isZero();
            assertThat(one.fromTransaction(UnitContract::countOrders)).isEqualTo(2L * THREADS * ORDERS_A_THREAD);
        }
    }

    /** The twin: units on two databases have the same ids, and the checker finds that. */
    @Test
    void shouldFindTheSameIdsOnTwoDatabases() throws InterruptedException {
        HistoryChecker history = new HistoryChecker();
        try (SessionFactory one = start(newDatabase());
                SessionFactory other = start(newDatabase())) {
            storeOrders(history, one, other);

            assertThat(history.duplicateCount()).isPositive();
        }
    }

    @Test
    void shouldGiveUnusedNumbersBackWhenTheFactoryCloses() {
        String database = newDatabase();
        try (SessionFactory first = start(database)) {
            assertThat(first.fromTransaction(UnitContract::persist)).isEqualTo(1);
        }
        try (SessionFactory second = start(database)) {
            assertThat(second.fromTransaction(UnitContract::persist)).isEqualTo(2);
        }
    }

    /** The twin: what a factory holds that never closed is a gap, so that the test above can see the difference. */
    @Test
    void shouldBeginAboveWhatAnOpenFactoryHolds() {
        String database = newDatabase();
        try (SessionFactory open = start(database);
                SessionFactory second = start(database)) {
            assertThat(open.fromTransaction(UnitContract::persist)).isEqualTo(1);

            assertThat(second.fromTransaction(UnitContract::persist)).isGreaterThan(2);
        }
    }

    /** Nobody has to know how a name is stored: an entity and a program that count by one name share the counter. */
    @Test
    void shouldShareACounterWithAProgramThatSpellsItsNameAsTheEntityDoes() {
        String database = newDatabase();
        JdbcCounter direct = JdbcRanges.over(database, new Properties())
                .counter("PurchaseOrder")
                .build();
        Range before = direct.reserve(10);

        try (SessionFactory unit = start(database)) {
            assertThat(unit.fromTransaction(UnitContract::persist)).isEqualTo(before.high() + 1);
        }
        assertThat(direct.reserve(1).low()).isEqualTo(before.high() + 2);
    }

    private static void storeOrders(HistoryChecker history, SessionFactory... units) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(units.length * THREADS);
        try {
            List<Callable<Object>> work = new ArrayList<>();
            for (SessionFactory unit : units) {
                for (int thread = 0; thread < THREADS; thread++) {
                    work.add(Executors.callable(() -> storeSome(history, unit)));
                }
            }
            for (Future<Object> done : threads.invokeAll(work)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void storeSome(HistoryChecker history, SessionFactory unit) {
        for (int i = 0; i < ORDERS_A_THREAD; i += 20) {
            unit.inTransaction(session -> {
                for (int k = 0; k < 20; k++) {
                    history.issued("orders", persist(session));
                }
            });
        }
    }

    private static long persist(Session session) {
        Shop.Order order = new Shop.Order();
        session.persist(order);
        Long id = order.id;
        assertThat(id).isNotNull();
        return id == null ? 0 : id;
    }

    private static long countOrders(Session session) {
        return session.createSelectionQuery("select count(*) from PurchaseOrder", Long.class)
                .getSingleResult();
    }

    private static SessionFactory start(String database) {
        return Units.start(database, Map.of(), Shop.Order.class, Shop.Visit.class);
    }
}
