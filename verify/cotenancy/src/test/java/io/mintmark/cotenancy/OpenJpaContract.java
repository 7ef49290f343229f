package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.Preset;
import io.mintmark.jdbc.StoredValue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Our counters beside two entity manager factories of a living OpenJPA, on one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OpenJpaContract {
    private static final int ALLOCATION = 10;

    private @SuppressWarnings("NullAway.Init") Place place;
    private @SuppressWarnings("NullAway.Init") Tally tally;
    private @SuppressWarnings("NullAway.Init") JpaUnit one;
    private @SuppressWarnings("NullAway.Init") JpaUnit other;

    abstract Engine engine();

    /** Returns whether OpenJPA uses sequences of this database. */
    abstract boolean usesSequences();

    @BeforeAll
    void start() {
        place = engine().newDatabase();
        one = unit(place);
        other = unit(place);
        tally = new Tally("OpenJPA " + System.getProperty("test.openjpa") + " on " + place.server());
    }

    private JpaUnit unit(Place database) {
        return JpaUnit.openJpa(database, usesSequences() ? "openjpa" : "openjpa-table");
    }

    @AfterAll
    void stop() {
        if (tally != null) {
            tally.print();
            one.close();
            other.close();
            place.close();
        }
    }

    @Test
    void shouldNeverIssueWhatItsSequenceIssues() {
        assumeSequences();

        requireNoneTwice(OpenJpaEntities.OfSequence::new, sequence(Preset.OPENJPA));
    }

    @Test
    void shouldNeverIssueWhatItsTableIssues() {
        requireNoneTwice(OpenJpaEntities.OfTable::new, row());
    }

    @Test
    void shouldRepeatNumbersIfTheSequenceIsTakenForHigh() {
        assumeSequences();

        requireSomeTwice(OpenJpaEntities.OfSequence::new, sequence(Preset.ECLIPSELINK));
    }

    @Test
    void shouldRepeatNumbersIfTheRowIsReadAfterItsUpdate() {
        CounterDescription right = row();
        CounterDescription wrong = new CounterDescription(
                "after update", right.access(), StoredValue.AFTER_UPDATE, right.rule(), right.warnings());

        requireSomeTwice(OpenJpaEntities.OfTable::new, wrong);
    }

    private void assumeSequences() {
        Assumptions.assumeTrue(usesSequences(), "OpenJPA uses no sequences of " + engine());
    }

    private static CounterDescription sequence(Preset preset) {
        return preset.counter(ALLOCATION).sequence("open_sequence");
    }

    private static CounterDescription row() {
        return Preset.OPENJPA_TABLE.counter(ALLOCATION).row("DEFAULT");
    }

    private Tenant[] peers(Supplier<? extends Identified> entity) {
        return new Tenant[] {new Peer(one.ids(entity), ALLOCATION), new Peer(other.ids(entity), ALLOCATION)};
    }

    /** Its row is there only when the first of them was used, so it begins. */
    private void requireNoneTwice(Supplier<? extends Identified> entity, CounterDescription ours) {
        LiveRun.Outcome outcome = tally.live(OurTenants.besideStarted(place, ours, tally, peers(entity)));

        assertThat(outcome.duplicates()).as(outcome.toString()).isZero();
        assertThat(outcome.reservations()).isGreaterThan(tally.ids() / (4 * ALLOCATION));
    }

    private void requireSomeTwice(Supplier<? extends Identified> entity, CounterDescription ours) {
        LiveRun.Outcome outcome = tally.control(() -> OurTenants.besideStarted(place, ours, tally, peers(entity)));

        assertThat(outcome.duplicates()).as(ours + ": " + outcome).isPositive();
    }
}
