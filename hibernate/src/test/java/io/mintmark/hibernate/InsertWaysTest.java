package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Version;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which ways to insert a row draw an id by themselves, and which need one from the program, as the documentation says. */
final class InsertWaysTest {
    private final Units.InMemory counters = new Units.InMemory();

    @SuppressWarnings("NullAway.Init")
    private SessionFactory unit;

    @Entity(name = "Person")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Person {
        @Id
        @MintmarkId
        @Nullable Long id;

        String name = "Ada";
    }

    @Entity(name = "Student")
    static class Student extends Person {
        String school = "east";
    }

    @BeforeEach
    void start() {
        Class<?>[] entities = {Shop.Order.class, Person.class, Student.class};
        unit = Units.start(Units.newH2(), counters.asSetting(), entities);
    }

    @AfterEach
    void stop() {
        unit.close();
    }

    @Test
    void shouldDrawIdsForHqlInsertsOfValues() {
        execute("insert into PurchaseOrder (buyer) values ('Bob'), ('Cid')");

        assertThat(ids("PurchaseOrder")).containsExactly(1L, 2L);
    }

    @Test
    void shouldRefuseAnHqlInsertThatSelectsRowsWithoutIds() {
        execute("insert into PurchaseOrder (buyer) values ('Bob')");

        assertThatThrownBy(() -> execute("insert into PurchaseOrder (buyer) select o.buyer from PurchaseOrder o"))
                .hasStackTraceContaining("bulk insertion");
        assertThat(ids("PurchaseOrder")).containsExactly(1L);
    }

    @Test
    void shouldTakeIdsThatAnHqlInsertSelects() {
        execute("insert into PurchaseOrder (buyer) values ('Bob')");
        execute("insert into PurchaseOrder (id, buyer) select o.id + 1000, o.buyer from PurchaseOrder o");

        assertThat(ids("PurchaseOrder")).containsExactly(1L, 1001L);
    }

    /** Hibernate 6.6 does not ask for these ids, and the primary key refuses the row. */
    @Test
    void shouldDrawIdsForHqlInsertsOfValuesIntoSeveralTablesOrRefuseThem() {
        String insert = "insert into Student (name, school) values ('Ada', 'east')";
        if (Version.getVersionString().startsWith("6.")) {
            assertThatThrownBy(() -> execute(insert)).hasStackTraceContaining("NULL not allowed");
            assertThat(ids("Person")).isEmpty();
        } else {
            execute(insert);
            assertThat(ids("Person")).containsExactly(1L);
        }
    }

    @Test
    void shouldRefuseHqlInsertsThatSelectRowsOfSeveralTablesWithoutIds() {
        unit.inTransaction(session -> session.persist(new Person()));

        assertThatThrownBy(() -> execute("insert into Student (name, school) select p.name, p.name from Person p"))
                .hasStackTraceContaining("bulk insertion");
        assertThat(ids("Person")).containsExactly(1L);
    }

    @Test
    void shouldLeaveNativeInsertsToTheDatabase() {
        assertThatThrownBy(() -> unit.inTransaction(session -> session.createNativeMutationQuery(
                                "insert into purchase_order (buyer) values ('Bob')")
                        .executeUpdate()))
                .as("the column has no default: SQL knows no generator")
                .hasStackTraceContaining("NULL");

        unit.inTransaction(
                session -> session.createNativeMutationQuery("insert into purchase_order (id, buyer) values (7, 'Bob')")
                        .executeUpdate());
        assertThat(ids("PurchaseOrder")).containsExactly(7L);
    }

    @Test
    void shouldDrawIdsForStatelessSessionsAndNotForTheirUpserts() {
        try (StatelessSession session = unit.openStatelessSession()) {
            session.beginTransaction();
            assertThat(session.insert(new Shop.Order())).isEqualTo(1L);
            Shop.Order known = new Shop.Order();
            known.id = 50L;
            session.upsert(known);
            assertThatThrownBy(() -> session.upsert(new Shop.Order())).hasMessageContaining("identifier");
            session.getTransaction().commit();
        }
        assertThat(ids("PurchaseOrder")).containsExactly(1L, 50L);
    }

    @Test
    void shouldTakeAnEntityWithAnIdForOneThatIsStored() {
        Shop.Order order = new Shop.Order();
        order.id = 99L;
        assertThatThrownBy(() -> unit.inTransaction(session -> session.persist(order)))
                .hasMessageContaining("etached");

        assertThat(unit.fromTransaction(session -> session.merge(new Shop.Order())).id)
                .isEqualTo(1L);
    }

    private void execute(String hql) {
        unit.inTransaction(session -> session.createMutationQuery(hql).executeUpdate());
    }

    private List<Long> ids(String entity) {
        return unit.fromTransaction((Session session) -> session.createSelectionQuery(
                        "select e.id from " + entity + " e order by e.id", Long.class)
                .getResultList());
    }
}
