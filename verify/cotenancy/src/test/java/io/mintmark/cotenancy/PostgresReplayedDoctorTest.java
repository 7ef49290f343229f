package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The doctor on a database that EF Core and Marten made, as they are replayed; beside EF Core runs a living Hibernate. */
final class PostgresReplayedDoctorTest {
    private static final String SEQUENCE = "EntityFrameworkHiLoSequence";
    private static final Class<?>[] ENTITIES = {SharedEntities.Shipment.class};

    private @SuppressWarnings("NullAway.Init") Place place;

    @BeforeEach
    void start() {
        place = Engine.POSTGRES.newDatabase();
        place.execute(OtherReplays.EF_CORE_SEQUENCE, OtherReplays.MARTEN_TABLE, OtherReplays.MARTEN_FUNCTION);
    }

    @AfterEach
    void stop() {
        if (place != null) {
            place.close();
        }
    }

    private Replayed marten(int maxLo) {
        return new Replayed(place, OtherReplays.marten("Order", maxLo));
    }

    private Replayed efCore() {
        return new Replayed(place, OtherReplays.efCore(10));
    }

    private HibernateUnit hibernate(String optimizer) {
        return new HibernateUnit(place, ENTITIES, HibernateUnit.optimizer(optimizer));
    }

    @Test
    void shouldListWhatEfCoreAndMartenCountWith() {
        assertThat(marten(10).getAsLong()).isEqualTo(1);

        assertThat(new Doctor(place).list())
                .contains(
                        "sequence public." + SEQUENCE
                                + ", at 1, increment 10: blocks of 10, low or high: ask its programs",
                        "named row mt_hilo Order, at 0: Marten");
    }

    @Test
    void shouldForetellTheFirstNumberThatEfCoreAndHibernateRepeat() {
        try (HibernateUnit unit = hibernate("pooled")) {
            Judgement.requireCollision(
                    place,
                    place.sequence(SEQUENCE),
                    "efcore:10",
                    efCore(),
                    "hibernate-pooled:10",
                    unit.ids(SharedEntities.Shipment::new),
                    2);
        }
    }

    @Test
    void shouldCallEfCoreSafeBesideHibernateThatReadsLow() {
        try (HibernateUnit unit = hibernate("pooled-lo")) {
            Judgement.requireSafe(
                    place,
                    place.sequence(SEQUENCE),
                    "efcore:10",
                    efCore(),
                    "hibernate-pooled-lo:10",
                    unit.ids(SharedEntities.Shipment::new),
                    Seed.fresh("EF Core beside Hibernate, pooled-lo"));
        }
    }

    @Test
    void shouldForetellTheFirstNumberThatTwoPageSizesRepeat() {
        assertThat(marten(10).getAsLong()).isEqualTo(1);

        Judgement.requireCollision(place, "mt_hilo", "marten-row:10", marten(10), "marten-row:12", marten(12), 21);
    }
}
