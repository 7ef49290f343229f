package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way of inserting an entity whose ids were taken over; those that make ids in SQL go on doing that. */
final class TakeoverInsertsTest {

    /** Draws from the sequence of {@link Narrow}. */
    @Entity(name = "Wide")
    static class Wide {
        @Id
        @GeneratedValue(generator = "widths")
        @SequenceGenerator(name = "widths", sequenceName = "width_numbers", allocationSize = 10)
        @Nullable Long id;
    }

    /** Has ids that end earlier. */
    @Entity(name = "Narrow")
    static class Narrow {
        @Id
        @GeneratedValue(generator = "narrows")
        @SequenceGenerator(name = "narrows", sequenceName = "width_numbers", allocationSize = 10)
        @Nullable Integer id;
    }

    /** The column of the one ends where the other's goes on, as it does with Hibernate's generators. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldIssueLongsBeyondTheEndOfTheIntsThatShareTheirSequence(Databases kind) {
        String database = kind.create();
        Databases.execute(
                database,
                "CREATE SEQUENCE width_numbers START WITH 1 INCREMENT BY 10",
                "ALTER SEQUENCE width_numbers RESTART WITH 2147483601");
        Map<String, Object> all = Map.of(MintmarkSettings.TAKEOVER, "all");
        try (SessionFactory unit = Units.start(database, all, Wide.class, Narrow.class)) {
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Wide.id", "Narrow.id");
            List<Wide> wide = Stream.generate(Wide::new).limit(200).toList();
            unit.inTransaction(session -> wide.forEach(session::persist));

            assertThat(wide).extracting(each -> each.id).doesNotHaveDuplicates();
            assertThat(wide.get(199).id).isGreaterThan(Integer.MAX_VALUE);
            assertThatThrownBy(() -> unit.inTransaction(session -> session.persist(new Narrow())))
                    .hasStackTraceContaining("2147483647");
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldMakeTheIdsOfAStatelessSession(Databases kind) {
        try (SessionFactory unit = start(kind)) {
            unit.getStatistics().clear();
            List<Depot.Crate> crates = crates(60);
            unit.inStatelessTransaction(session -> crates.forEach(session::insert));

            assertThat(crates).doesNotHaveDuplicates().allMatch(crate -> crate.number() > 0);
            assertThat(unit.getStatistics().getPrepareStatementCount())
                    .as("inserts and no statement for a number")
                    .isEqualTo(60);
        }
    }

    /** On a line of Hibernate that has the method; the other one inserts one by one. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldMakeTheIdsOfManyAtOnce(Databases kind) throws ReflectiveOperationException {
        try (SessionFactory unit = start(kind)) {
            List<Depot.Crate> crates = crates(60);
            try (StatelessSession session = unit.openStatelessSession()) {
                session.beginTransaction();
                StatelessSession.class.getMethod("insertMultiple", List.class).invoke(session, crates);
                session.getTransaction().commit();
            } catch (NoSuchMethodException e) {
                unit.inStatelessTransaction(session -> crates.forEach(session::insert));
            }

            assertThat(numbers(crates)).doesNotHaveDuplicates().allMatch(number -> number > 0);
            assertThat(stored(unit)).hasSize(60);
        }
    }

    /** An upsert has its id from the application, which the taken counter does not repeat if it drew it there. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldUpsertWhatHasAnId(Databases kind) {
        try (SessionFactory unit = start(kind)) {
            Depot.Crate crate = new Depot.Crate();
            unit.inTransaction(session -> session.persist(crate));
            crate.label = "this side up";
            unit.inStatelessTransaction(session -> session.upsert(crate));

            assertThat(stored(unit)).containsExactly(crate.number());
            assertThat(one(unit, "select label from Crate", String.class)).isEqualTo("this side up");
        }
    }

    /** Hibernate makes these in the database or by our generator, as it sees fit, and none of them twice. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldNeverRepeatAnIdThatAStatementMakes(Databases kind) {
        try (SessionFactory unit = start(kind)) {
            for (int round = 0; round < 3; round++) {
                unit.inTransaction(session -> {
                    crates(7).forEach(session::persist);
                    session.flush();
                    assertThat(execute(session, "insert into Crate (label) values ('one'), ('two')"))
                            .isEqualTo(2);
                });
            }

            assertThat(new HashSet<>(stored(unit))).hasSize(27);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldNeverRepeatAnIdThatAnInsertSelectMakes(Databases kind) {
        try (SessionFactory unit = start(kind)) {
            unit.inTransaction(session -> crates(7).forEach(session::persist));
            for (int round = 0; round < 3; round++) {
                unit.inTransaction(session -> {
                    execute(session, "insert into Crate (label) select c.label from Crate c");
                    crates(7).forEach(session::persist);
                });
            }

            assertThat(new HashSet<>(stored(unit))).hasSize(((7 * 2 + 7) * 2 + 7) * 2 + 7);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldMakeTheIdsOfEntitiesThatInherit(Databases kind) {
        try (SessionFactory unit = start(kind)) {
            List<Depot.Vehicle> vehicles = new ArrayList<>();
            unit.inTransaction(session -> {
                for (int i = 0; i < 60; i++) {
                    Depot.Vehicle made = i % 2 == 0 ? new Depot.Vehicle() : new Depot.Van();
                    session.persist(made);
                    vehicles.add(made);
                }
            });

            assertThat(vehicles.stream().map(Depot.Vehicle::number)).doesNotHaveDuplicates();
            assertThat(one(unit, "select count(*) from Van", Long.class)).isEqualTo(30);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldMakeTheIdsOfACollectionsRows(Databases kind) {
        String database = kind.create();
        try (SessionFactory unit = start(database)) {
            unit.inTransaction(session -> {
                for (int i = 0; i < 10; i++) {
                    Depot.Parcel parcel = new Depot.Parcel();
                    parcel.stamps.addAll(List.of("paid", "weighed", "sealed"));
                    session.persist(parcel);
                }
            });

            List<Long> expected = LongStream.rangeClosed(1, 30).boxed().toList();
            assertThat(stamps(unit)).isEqualTo(expected);
            assertThat(TakeoverReport.of(unit).taken()).containsKey("Parcel.stamps (collection)");
        }
    }

    private static SessionFactory start(Databases kind) {
        return start(kind.create());
    }

    private static SessionFactory start(String database) {
        return Units.start(
                database,
                Map.of(MintmarkSettings.TAKEOVER, "all", "hibernate.jdbc.batch_size", "0"),
                Depot.Crate.class,
                Depot.Vehicle.class,
                Depot.Van.class,
                Depot.Parcel.class);
    }

    @SuppressWarnings("deprecation") // its successor is missing in 6.6
    private static int execute(Session session, String hql) {
        return session.createMutationQuery(hql).executeUpdate();
    }

    private static List<Depot.Crate> crates(int many) {
        List<Depot.Crate> crates = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            crates.add(new Depot.Crate());
        }
        return crates;
    }

    private static List<Long> numbers(List<Depot.Crate> crates) {
        return crates.stream().map(Depot.Crate::number).toList();
    }

    private static <T> T one(SessionFactory unit, String hql, Class<T> type) {
        return unit.fromTransaction(
                session -> session.createSelectionQuery(hql, type).getSingleResult());
    }

    private static List<Long> stamps(SessionFactory unit) {
        return unit.fromTransaction(
                session -> session.createNativeQuery("select stamp_id from parcel_stamp order by stamp_id", Long.class)
                        .getResultList());
    }

    private static List<Long> stored(SessionFactory unit) {
        return unit.fromTransaction(session ->
                session.createSelectionQuery("select id from Crate", Long.class).getResultList());
    }
}
