package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.Preset;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Version;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Our counters beside two session factories of a living Hibernate, on one server. */
@Tag("hibernate")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HibernateContract {
    private @SuppressWarnings("NullAway.Init") Place place;
    private @SuppressWarnings("NullAway.Init") HibernateUnit[] lastUsed;
    private @SuppressWarnings("NullAway.Init") HibernateUnit[] next;
    private @SuppressWarnings("NullAway.Init") Tally tally;

    abstract Engine engine();

    @BeforeAll
    void start() {
        place = engine().newDatabase();
        Class<?>[] entities = HibernateCounter.entities(false);
        lastUsed = new HibernateUnit[] {
            new HibernateUnit(place, entities, HibernateUnit.MAKES_ITS_SCHEMA), new HibernateUnit(place, entities)
        };
        Class<?>[] others = HibernateCounter.entities(true);
        next = new HibernateUnit[] {
            new HibernateUnit(place, others, HibernateUnit.MAKES_ITS_SCHEMA, HibernateUnit.STORES_NEXT),
            new HibernateUnit(place, others, HibernateUnit.STORES_NEXT)
        };
        tally = new Tally("Hibernate " + Version.getVersionString() + " on " + place.server());
    }

    @AfterAll
    void stop() {
        if (place == null) {
            return;
        }
        tally.print();
        for (HibernateUnit unit : List.of(lastUsed[0], lastUsed[1], next[0], next[1])) {
            unit.close();
        }
        place.close();
    }

    @Test
    void shouldRunBesideTheLineThatTheBuildNames() {
        assertThat(Version.getVersionString()).startsWith(System.getProperty("test.hibernate.line", "?") + ".");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverIssueWhatHibernateIssues(HibernateCounter counter) {
        LiveRun.Outcome outcome = tally.live(
                counter.storesNext()
                        // Their table is there already, so their rows are not, and two Hibernates that both insert one
                        // fail: one begins.
                        ? OurTenants.besideStarted(place, counter.description(), tally, peers(counter))
                        : OurTenants.beside(place, counter.description(), tally, peers(counter)));

        assertThat(outcome.duplicates()).as(outcome.toString()).isZero();
        assertThat(outcome.reservations()).isGreaterThan(tally.ids() / (4 * counter.block()));
    }

    @ParameterizedTest(name = "{0} taken for {1}:{2}")
    @CsvSource({
        "SEQUENCE_POOLED,    HIBERNATE_POOLED_LO,             10",
        "SEQUENCE_POOLED_LO, HIBERNATE_POOLED,                10",
        "SEQUENCE_HILO,      HIBERNATE_HILO,                  12",
        "SEQUENCE_LEGACY_HILO, HIBERNATE_HILO,                11",
        "TABLE_POOLED_LO,    HIBERNATE_TABLE_NEXT_POOLED_LO,  10",
        "TABLE_POOLED,       HIBERNATE_TABLE_POOLED_LO,       10",
        "TABLE_HILO,         HIBERNATE_TABLE_NEXT_HILO,       10",
        "NEXT_POOLED_LO,     HIBERNATE_TABLE_POOLED_LO,       10",
        "ROW_POOLED,         HIBERNATE_ROW_POOLED,            12"
    })
    void shouldRepeatNumbersByAnotherRule(HibernateCounter counter, Preset wrong, long setting) {
        LiveRun.Outcome outcome = tally.control(
                () -> OurTenants.besideStarted(place, counter.description(wrong, setting), tally, peers(counter)));

        assertThat(outcome.duplicates()).as(outcome.toString()).isPositive();
    }

    private Tenant[] peers(HibernateCounter counter) {
        HibernateUnit[] units = counter.storesNext() ? next : lastUsed;
        return Stream.of(units)
                .map(unit -> new Peer(unit.ids(counter.entity()), counter.block()))
                .toArray(Tenant[]::new);
    }
}
