package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.Preset;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Our counters beside two entity manager factories of a living EclipseLink, on one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EclipseLinkContract {
    private static final Map<String, String> AT_NEXTVAL =
            Map.of("eclipselink.sequencing.start-sequence-at-nextval", "true");
    private static final int ALLOCATION = 10;

    private @SuppressWarnings("NullAway.Init") Tally tally;
    private @SuppressWarnings("NullAway.Init") Twins normal;
    private @SuppressWarnings("NullAway.Init") Twins atNextval;

    abstract Engine engine();

    /** Two processes of one application, on a database of their own. */
    private record Twins(Place place, JpaUnit one, JpaUnit other) {
        static Twins start(Place place, Map<String, String> settings) {
            return new Twins(place, JpaUnit.eclipseLink(place, settings), JpaUnit.eclipseLink(place, settings));
        }

        Tenant[] peers(Supplier<? extends Identified> entity) {
            return new Tenant[] {new Peer(one.ids(entity), ALLOCATION), new Peer(other.ids(entity), ALLOCATION)};
        }

        void close() {
            one.close();
            other.close();
            place.close();
        }
    }

    @BeforeAll
    void start() {
        normal = Twins.start(engine().newDatabase(), Map.of());
        atNextval = Twins.start(engine().newDatabase(), AT_NEXTVAL);
        tally = new Tally("EclipseLink " + System.getProperty("test.eclipselink") + " on "
                + normal.place().server());
    }

    @AfterAll
    void stop() {
        if (tally != null) {
            tally.print();
            normal.close();
            atNextval.close();
        }
    }

    @Test
    void shouldNeverIssueWhatItsSequenceIssues() {
        requireNoneTwice(normal, EclipseLinkEntities.OfSequence::new, sequence(Preset.ECLIPSELINK));
    }

    @Test
    void shouldNeverIssueWhatItsTableIssues() {
        requireNoneTwice(normal, EclipseLinkEntities.OfTable::new, row(Preset.ECLIPSELINK_TABLE));
    }

    @Test
    void shouldNeverIssueWhatItsSequenceIssuesThatStartsAtNextval() {
        requireNoneTwice(atNextval, EclipseLinkEntities.OfSequence::new, sequence(Preset.ECLIPSELINK_AT_NEXTVAL));
    }

    @Test
    void shouldNeverIssueWhatItsTableIssuesThatStartsAtNextval() {
        requireNoneTwice(atNextval, EclipseLinkEntities.OfTable::new, row(Preset.ECLIPSELINK_TABLE_AT_NEXTVAL));
    }

    @Test
    void shouldRepeatNumbersByTheOtherReading() {
        requireSomeTwice(normal, EclipseLinkEntities.OfSequence::new, sequence(Preset.ECLIPSELINK_AT_NEXTVAL));
        requireSomeTwice(normal, EclipseLinkEntities.OfTable::new, row(Preset.ECLIPSELINK_TABLE_AT_NEXTVAL));
        requireSomeTwice(atNextval, EclipseLinkEntities.OfSequence::new, sequence(Preset.ECLIPSELINK));
        requireSomeTwice(atNextval, EclipseLinkEntities.OfTable::new, row(Preset.ECLIPSELINK_TABLE));
    }

    private static CounterDescription sequence(Preset preset) {
        return preset.counter(ALLOCATION).sequence("link_sequence");
    }

    private static CounterDescription row(Preset preset) {
        return preset.counter(ALLOCATION).row("link_table");
    }

    private void requireNoneTwice(Twins twins, Supplier<? extends Identified> entity, CounterDescription ours) {
        LiveRun.Outcome outcome = tally.live(OurTenants.beside(twins.place(), ours, tally, twins.peers(entity)));

        assertThat(outcome.duplicates()).as(outcome.toString()).isZero();
        assertThat(outcome.reservations()).isGreaterThan(tally.ids() / (4 * ALLOCATION));
    }

    private void requireSomeTwice(Twins twins, Supplier<? extends Identified> entity, CounterDescription ours) {
        LiveRun.Outcome outcome =
                tally.control(() -> OurTenants.besideStarted(twins.place(), ours, tally, twins.peers(entity)));

        assertThat(outcome.duplicates()).as(ours + ": " + outcome).isPositive();
    }
}
