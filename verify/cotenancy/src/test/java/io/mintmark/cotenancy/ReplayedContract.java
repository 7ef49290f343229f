package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.Preset;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Our counters beside two programs each of NHibernate, EF Core, Marten and Doctrine, replayed on one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReplayedContract {
    private static final int BLOCK = 10;
    private static final int MAX_LO = 9;

    private @SuppressWarnings("NullAway.Init") Place place;
    private @SuppressWarnings("NullAway.Init") Tally tally;

    abstract Engine engine();

    @BeforeAll
    void start() {
        place = engine().newDatabase();
        place.execute(NHibernate.HILO_TABLE, NHibernate.HILO_ROW, NHibernate.TABLE, OtherReplays.DOCTRINE_TABLE);
        if (engine() == Engine.POSTGRES) {
            place.execute(
                    OtherReplays.EF_CORE_SEQUENCE,
                    OtherReplays.DOCTRINE_SEQUENCE,
                    OtherReplays.MARTEN_TABLE,
                    OtherReplays.MARTEN_FUNCTION,
                    "CREATE SEQUENCE seqhilo",
                    "CREATE SEQUENCE pooled_lo INCREMENT BY 10",
                    "CREATE SEQUENCE pooled INCREMENT BY 10");
        }
        tally = new Tally("replayed programs on " + place.server());
    }

    @AfterAll
    void stop() {
        if (tally != null) {
            tally.print();
            place.close();
        }
    }

    @Test
    void shouldNeverIssueWhatNHibernatesHiloIssues() {
        requireNoneTwice(NHibernate::hilo, Preset.NHIBERNATE_HILO.counter(MAX_LO));
    }

    @Test
    void shouldNeverIssueWhatNHibernatesTableIssues() {
        requireNoneTwice(
                () -> NHibernate.tablePooledLo("low"),
                Preset.NHIBERNATE_TABLE_POOLED_LO.counter(BLOCK).row("low"));
        requireNoneTwice(
                () -> NHibernate.tablePooled("high"),
                Preset.NHIBERNATE_TABLE_POOLED.counter(BLOCK).row("high"));
    }

    @Test
    void shouldNeverIssueWhatNHibernatesSequencesIssue() {
        onPostgres("NHibernate's sequences");
        requireNoneTwice(
                () -> NHibernate.seqHilo("seqhilo"),
                Preset.NHIBERNATE_SEQHILO.counter(MAX_LO).sequence("seqhilo"));
        requireNoneTwice(
                () -> NHibernate.pooledLo("pooled_lo"),
                Preset.NHIBERNATE_POOLED_LO.counter(BLOCK).sequence("pooled_lo"));
        requireNoneTwice(
                () -> NHibernate.pooled("pooled"),
                Preset.NHIBERNATE_POOLED.counter(BLOCK).sequence("pooled"));
    }

    @Test
    void shouldNeverIssueWhatEfCoreIssues() {
        onPostgres("EF Core's HiLo");
        requireNoneTwice(() -> OtherReplays.efCore(BLOCK), Preset.EF_CORE.counter(BLOCK));
    }

    @Test
    void shouldNeverIssueWhatMartenIssues() {
        onPostgres("Marten");
        requireNoneTwice(() -> OtherReplays.marten("Order", BLOCK), Preset.MARTEN.counter(BLOCK));
        requireNoneTwice(() -> OtherReplays.marten("Order", BLOCK), Preset.MARTEN_ROW.counter(BLOCK));
    }

    @Test
    void shouldNeverIssueWhatDoctrineIssues() {
        requireNoneTwice(
                () -> OtherReplays.doctrineTable("orders"),
                Preset.DOCTRINE_TABLE.counter().row("orders"));
        onPostgres("Doctrine's sequences");
        requireNoneTwice(OtherReplays::doctrine, Preset.DOCTRINE.counter(BLOCK));
    }

    @Test
    void shouldRepeatNumbersByAnotherReadingOfTheSameRow() {
        requireSomeTwice(
                () -> NHibernate.tablePooledLo("trap"),
                Preset.HIBERNATE_TABLE_POOLED_LO.counter(BLOCK).row("trap"));
        requireSomeTwice(NHibernate::hilo, Preset.NHIBERNATE_HILO.counter(MAX_LO + 2));
    }

    @Test
    void shouldRepeatNumbersByAnotherPageOrAnotherEndOfTheBlock() {
        onPostgres("EF Core's HiLo and Marten");
        requireSomeTwice(() -> OtherReplays.marten("Trap", BLOCK), marten("Trap", BLOCK + 2));
        requireSomeTwice(
                () -> OtherReplays.efCore(BLOCK),
                Preset.HIBERNATE_POOLED.counter(BLOCK).sequence("EntityFrameworkHiLoSequence"));
    }

    /** A sequence with another block is refused at once, so the wrong one of two programs is not ours. */
    @Test
    void shouldRefuseAnotherBlockThanTheSequencesIncrement() {
        onPostgres("EF Core's HiLo");
        assertThatThrownBy(
                        () -> place.ranges().counter(Preset.EF_CORE.counter(20)).build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContaining("increment=10, block=20");

        requireSomeTwice(() -> OtherReplays.efCore(20), Preset.EF_CORE.counter(BLOCK));
    }

    private static CounterDescription marten(String entity, int maxLo) {
        return Preset.MARTEN.counter(maxLo).row(entity);
    }

    private void onPostgres(String what) {
        Assumptions.assumeTrue(engine() == Engine.POSTGRES, what + " are replayed on PostgreSQL only");
    }

    private Tenant[] peers(Supplier<Replay> program) {
        return new Tenant[] {
            new Peer(new Replayed(place, program.get()), BLOCK), new Peer(new Replayed(place, program.get()), BLOCK)
        };
    }

    /** One begins: some of them start unsafely at once, by their own doing, and Marten's function fails then. */
    private void requireNoneTwice(Supplier<Replay> program, CounterDescription ours) {
        LiveRun.Outcome outcome = tally.live(OurTenants.besideStarted(place, ours, tally, peers(program)));

        assertThat(outcome.duplicates()).as(ours + ": " + outcome).isZero();
        assertThat(outcome.reservations()).isGreaterThan(tally.ids() / (4 * BLOCK));
    }

    private void requireSomeTwice(Supplier<Replay> program, CounterDescription ours) {
        LiveRun.Outcome outcome = tally.control(() -> OurTenants.besideStarted(place, ours, tally, peers(program)));

        assertThat(outcome.duplicates()).as(ours + ": " + outcome).isPositive();
    }
}
