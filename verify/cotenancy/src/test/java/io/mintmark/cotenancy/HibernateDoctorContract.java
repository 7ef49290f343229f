package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The doctor on databases that a living Hibernate made, on one server; what he foretells is tried with living ones. */
@Tag("hibernate")
abstract class HibernateDoctorContract {
    private static final Class<?>[] ENTITIES = {SharedEntities.Order.class, SharedEntities.Line.class};

    private @SuppressWarnings("NullAway.Init") Place place;

    abstract Engine engine();

    @BeforeEach
    void start() {
        place = engine().newDatabase();
    }

    @AfterEach
    void stop() {
        if (place != null) {
            place.close();
        }
    }

    private HibernateUnit unit(String optimizer) {
        return new HibernateUnit(place, ENTITIES, HibernateUnit.MAKES_ITS_SCHEMA, HibernateUnit.optimizer(optimizer));
    }

    private String counter(String kind) {
        return kind.equals("table") ? "hibernate_sequences" : place.sequence("order_seq");
    }

    private static Supplier<Identified> entity(String kind) {
        return kind.equals("table") ? SharedEntities.Line::new : SharedEntities.Order::new;
    }

    @Test
    void shouldListWhatHibernateCountsWith() {
        try (HibernateUnit unit = unit("pooled")) {
            List<String> lines = new Doctor(place).list();

            assertThat(lines)
                    .contains(
                            "sequence " + place.sequence("order_seq")
                                    + ", at 1, increment 10: blocks of 10, low or high: ask its programs",
                            "named row hibernate_sequences lines, at 0: Hibernate 5.3 and newer (last used), or NHibernate"
                                    + " (next)");

            assertThat(unit.ids(SharedEntities.Line::new).getAsLong()).isEqualTo(1);
            assertThat(new Doctor(place).list())
                    .anyMatch(line -> line.startsWith("named row hibernate_sequences lines, at 10: "));
        }
    }

    @ParameterizedTest(name = "{0}: {1} beside {2} collide at {3}")
    @CsvSource({
        "sequence, pooled,    pooled-lo,   2",
        "sequence, hilo,      legacy-hilo, 11",
        "table,    pooled,    pooled-lo,   2",
        "table,    pooled-lo, hilo,        2"
    })
    void shouldForetellTheFirstNumberThatTwoOptimizersRepeat(String kind, String a, String b, long duplicate) {
        String preset = kind.equals("table") ? "hibernate-table-" : "hibernate-";
        try (HibernateUnit first = unit(a);
                HibernateUnit second = unit(b)) {
            Judgement.requireCollision(
                    place,
                    counter(kind),
                    preset + a + ":10",
                    first.ids(entity(kind)),
                    preset + b + ":10",
                    second.ids(entity(kind)),
                    duplicate);
        }
    }

    @ParameterizedTest
    @CsvSource({"sequence, hibernate-pooled:10", "table, hibernate-table-pooled:10"})
    void shouldCallTwoOfAKindSafe(String kind, String program) {
        try (HibernateUnit first = unit("pooled");
                HibernateUnit second = unit("pooled")) {
            Judgement.requireSafe(
                    place,
                    counter(kind),
                    program,
                    first.ids(entity(kind)),
                    program,
                    second.ids(entity(kind)),
                    Seed.fresh("two of " + program + " on " + engine()));
        }
    }
}
