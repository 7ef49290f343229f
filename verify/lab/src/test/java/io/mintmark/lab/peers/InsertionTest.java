package io.mintmark.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Counts of insertions agree with the rows: known for Hibernate's own ways, bounded for ours. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class InsertionTest {
    private static final int ROWS = 1_020;

    @SuppressWarnings("NullAway.Init")
    private WorkDirectory work;

    @SuppressWarnings("NullAway.Init")
    private Postgres postgres;

    @SuppressWarnings("NullAway.Init")
    private Insertion insertion;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        work = WorkDirectory.below(directory);
        postgres = Postgres.start(work);
        insertion = new Insertion(postgres);
    }

    @AfterAll
    void stop() throws IOException {
        insertion.close();
        postgres.close();
        work.close();
    }

    @Test
    void shouldCountWhatPooledLoDraws() throws IOException {
        Insertion.Inserted inserted = insertion.run(IdSource.POOLED_LO, ROWS);

        assertThat(inserted.reservations()).isEqualTo(21);
        assertThat(inserted.reserved()).isEqualTo(1_050);
        assertThat(inserted.unissued()).isEqualTo(30.0 / 1_050, within(1e-9));
    }

    @Test
    void shouldCountWhatPooledDraws() throws IOException {
        Insertion.Inserted inserted = insertion.run(IdSource.POOLED, ROWS);

        assertThat(inserted.reservations()).isEqualTo(22);
        assertThat(inserted.reserved()).isEqualTo(1_051);
    }

    @Test
    void shouldSeeThatNothingIsLeftOfOurOwnTable() throws IOException {
        Insertion.Inserted inserted = insertion.run(IdSource.OUR_TABLE, ROWS);

        assertThat(inserted.reservations()).isBetween(1.0, 10.0);
        assertThat(inserted.reserved() - inserted.returned()).isEqualTo(ROWS);
        assertThat(inserted.unissued()).isZero();
    }

    @Test
    void shouldCountWhatWeDrawFromASequenceThatIsShared() throws IOException {
        Insertion.Inserted inserted = insertion.run(IdSource.OUR_SEQUENCE, ROWS);

        assertThat(inserted.reservations()).isBetween(3.0, 40.0);
        assertThat(inserted.reserved()).isGreaterThanOrEqualTo(ROWS);
        assertThat(inserted.reserved() % Rows.INCREMENT).isZero();
        assertThat(inserted.returned()).isZero();
    }

    @Test
    void shouldInsertWithIdsOfTheTableItself() throws IOException {
        Insertion.Inserted inserted = insertion.run(IdSource.IDENTITY, 100);

        assertThat(inserted.reservations()).isNaN();
        assertThat(inserted.unissued()).isZero();
    }
}
