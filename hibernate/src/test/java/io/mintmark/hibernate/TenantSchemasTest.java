package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.JdbcRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tenants with a schema each: ids of both kinds of generators come from the tenant's own counters. */
final class TenantSchemasTest {
    private static final Map<String, Object> TAKEN = Map.of(MintmarkSettings.TAKEOVER, "all");

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldDrawFromTheCountersOfTheTenant(Databases kind) {
        TenantSchemas tenants = create(kind, 3);
        try (SessionFactory unit = start(tenants, TAKEN)) {
            for (int round = 0; round < 2; round++) {
                for (int tenant = 0; tenant < 3; tenant++) {
                    insert(unit, tenant, 60);
                }
            }
            assertThat(TakeoverReport.of(unit).taken().get("Crate.id")).contains("3 TAKEN");
        }
        for (int tenant = 0; tenant < 3; tenant++) {
            long first = TenantSchemas.base(tenant) + 1;
            assertThat(tenants.numbers(tenant, "SELECT id FROM purchase_order ORDER BY id"))
                    .hasSize(120)
                    .startsWith(first);
            assertThat(tenants.numbers(tenant, "SELECT id FROM crate ORDER BY id"))
                    .hasSize(120)
                    .startsWith(first + 49);
        }
        assertThat(tenants.lent()).as("every connection went back").isZero();
    }

    /** The twin: with one counter for all, the tables see an id of another tenant. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldSeeTheIdsOfAnotherTenantWhereOneCounterServesAll(Databases kind) {
        String url = kind.create();
        TenantSchemas tenants = new TenantSchemas(url);
        TenantSchemas.create(url, 0, 2, true);
        CounterSources ofFirst = counter -> JdbcRanges.over(url, new Properties())
                .schema(TenantSchemas.name(0))
                .counter(counter)
                .build();
        try (SessionFactory unit = start(tenants, Map.of(MintmarkSettings.SOURCES, ofFirst))) {
            insert(unit, 0, 1);
            assertThatThrownBy(() -> insert(unit, 1, 1))
                    .satisfies(failure -> assertThat(failure.toString().toLowerCase(Locale.ROOT))
                            .contains("check constraint"));
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldInsertThroughAStatelessSessionAndTheResolver(Databases kind) {
        TenantSchemas tenants = create(kind, 2);
        List<Long> ids = new ArrayList<>();
        try (SessionFactory unit = start(tenants, TAKEN)) {
            TenantSchemas.as(
                    TenantSchemas.name(1),
                    () -> unit.inStatelessTransaction(session -> ids.addAll(insertSome(session))));
            unit.inTransaction(session -> ids.add(persist(session)));
        }
        assertThat(ids.subList(0, 4)).allMatch(id -> id > TenantSchemas.base(1) && id < TenantSchemas.base(2));
        assertThat(ids.get(4)).isEqualTo(TenantSchemas.base(0) + 1);
    }

    /** A number that was reserved within the session's transaction would be free again. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldLoseOnlyTheIdsOfATransactionThatRollsBack(Databases kind) {
        TenantSchemas tenants = create(kind, 1);
        try (SessionFactory unit = start(tenants, TAKEN);
                Session session = open(unit, 0)) {
            session.beginTransaction();
            long lost = persist(session);
            session.flush();
            session.getTransaction().rollback();
            assertThat(UnitTenants.of(unit).orElseThrow().letGo(TenantSchemas.name(0)))
                    .isTrue();

            assertThat(unit.fromTransaction(TenantSchemasTest::persist)).isEqualTo(lost + 1);
        }
        assertThat(tenants.numbers(0, "SELECT id FROM purchase_order")).containsExactly(TenantSchemas.base(0) + 2);
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldServeATenantThatIsNewInTheRunningProcess(Databases kind) {
        String url = kind.create();
        TenantSchemas tenants = new TenantSchemas(url);
        TenantSchemas.create(url, 0, 1, true);
        try (SessionFactory unit = start(tenants, TAKEN)) {
            insert(unit, 0, 1);
            TenantSchemas.create(url, 1, 1, true);
            insert(unit, 1, 1);
        }
        assertThat(tenants.numbers(1, "SELECT id FROM crate")).containsExactly(TenantSchemas.base(1) + 50);
    }

    /** A tenant whose counters do not fit is left or refused by itself; the others are served. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldJudgeTheCounterOfEachTenantByItself(Databases kind) {
        String url = kind.create();
        TenantSchemas tenants = new TenantSchemas(url);
        TenantSchemas.create(url, 0, 3, false);
        Databases.execute(
                url,
                "ALTER SEQUENCE " + schema(1) + ".crate_SEQ INCREMENT BY 7",
                "INSERT INTO " + schema(2) + ".crate (id) VALUES (" + (TenantSchemas.base(2) + 90) + ")");
        try (SessionFactory unit = start(tenants, TAKEN)) {
            assertThat(crate(unit, 0)).isEqualTo(TenantSchemas.base(0) + 50);
            assertThat(crate(unit, 1)).as("made by Hibernate").isPositive();
            assertThatThrownBy(() -> crate(unit, 2))
                    .hasStackTraceContaining("must be taken over from a counter that stands");

            assertThat(TakeoverReport.of(unit).refused().get("Crate.id"))
                    .contains("1 TAKEN")
                    .contains("1 LEFT")
                    .contains(TenantSchemas.name(2));
            assertThat(crate(unit, 0)).isEqualTo(TenantSchemas.base(0) + 51);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldLetTenantsGoAndGoOnWhereTheyWere(Databases kind) {
        TenantSchemas tenants = create(kind, 2);
        try (SessionFactory unit = start(tenants, TAKEN)) {
            insert(unit, 0, 3);
            UnitTenants states = UnitTenants.of(unit).orElseThrow();
            assertThat(states.open()).isEqualTo(2);
            assertThat(states.letGo(TenantSchemas.name(0))).isTrue();
            assertThat(states.open()).isZero();

            assertThat(unit.fromTransaction(TenantSchemasTest::persist))
                    .as("the row took the unused numbers back")
                    .isEqualTo(TenantSchemas.base(0) + 4);
            assertThat(crate(unit, 0))
                    .as("a sequence takes nothing back, and its next block is another one")
                    .isEqualTo(TenantSchemas.base(0) + 101);
        }
    }

    private static TenantSchemas create(Databases kind, int count) {
        String url = kind.create();
        TenantSchemas.create(url, 0, count, true);
        return new TenantSchemas(url);
    }

    private static SessionFactory start(TenantSchemas tenants, Map<String, Object> settings) {
        return tenants.start(settings, Shop.Order.class, Depot.Crate.class);
    }

    private static String schema(int tenant) {
        return "\"" + TenantSchemas.name(tenant) + "\"";
    }

    private static void insert(SessionFactory unit, int tenant, int count) {
        try (Session session = open(unit, tenant)) {
            session.beginTransaction();
            for (int i = 0; i < count; i++) {
                session.persist(new Shop.Order());
                session.persist(new Depot.Crate());
            }
            session.getTransaction().commit();
        }
    }

    private static Session open(SessionFactory unit, int tenant) {
        return unit.withOptions()
                .tenantIdentifier((Object) TenantSchemas.name(tenant))
                .openSession();
    }

    private static long crate(SessionFactory unit, int tenant) {
        try (Session session = open(unit, tenant)) {
            Depot.Crate crate = new Depot.Crate();
            session.persist(crate);
            return crate.number();
        }
    }

    private static List<Long> insertSome(StatelessSession session) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Shop.Order order = new Shop.Order();
            Depot.Crate crate = new Depot.Crate();
            session.insert(order);
            session.insert(crate);
            ids.add(order.id);
            ids.add(crate.id);
        }
        return ids;
    }

    private static long persist(Session session) {
        Shop.Order order = new Shop.Order();
        session.persist(order);
        Long id = order.id;
        return id == null ? 0 : id;
    }
}
