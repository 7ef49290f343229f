package io.mintmark.storage.sqlite.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.evaluation.HiLoWork;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.RangeRequest;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far pruning walks, and what it leaves; by one thread that plays the writer. */
class LeasePruningTest {
    private static final int LEASES_MAX = 1_000;

    @AutoClose
    private Connection connection;

    private WriteTransaction tx;
    private LeasePruning pruning;

    @BeforeEach
    void open(@TempDir Path directory) throws SQLException {
        TestStore.open(directory).close();
        connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(directory));
        Pragmas.prepareWriter(connection);
        restart();
    }

    private void restart() throws SQLException {
        tx = new WriteTransaction(connection, StateRow.read(connection), TestStore.context(InstantSource.system()));
        pruning = new LeasePruning(connection, Duration.ofDays(30), LEASES_MAX);
    }

    private void reserve(String tag, int times) throws SQLException {
        tx.begin();
        for (int i = 0; i < times; i++) {
            HiLoWork.reserve(tx.rows(), new RangeRequest(CounterName.ofTag(tag), 0, 32, null));
        }
        tx.commit();
    }

    private void reserveOnceEach(int counters) throws SQLException {
        tx.begin();
        for (int i = 0; i < counters; i++) {
            HiLoWork.reserve(tx.rows(), new RangeRequest(CounterName.ofTag("slow" + i), 0, 32, null));
        }
        tx.commit();
    }

    /** Prunes all that is due and returns in how many slices. */
    private int prune() throws SQLException {
        int slices = 0;
        while (pruning.isDue(tx)) {
            tx.begin();
            pruning.pruneSome(tx);
            tx.commit();
            slices++;
        }
        return slices;
    }

    private long leases() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM lease")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** As if so many leases had been reserved and forgotten. */
    private void skipSerials(long count) throws SQLException {
        StateRow found = StateRow.read(connection);
        new StateRow(
                        found.databaseId(),
                        found.etag(),
                        found.leaseSerial() + count,
                        found.forgottenSerial(),
                        found.clean(),
                        found.incarnation(),
                        found.owner(),
                        found.firstMax(),
                        found.counters(),
                        found.identities())
                .write(connection);
        restart();
    }

    @Test
    void shouldPassWhatIsForgottenInOneStepAfterARestart() throws SQLException {
        reserve("quiet", 1);
        skipSerials(10_000_000);
        reserve("busy", 2_500);
        assertThat(pruning.isOverdue(tx)).isTrue();

        int slices = prune();

        assertThat(slices).isEqualTo(1);
        assertThat(pruning.isOverdue(tx)).isFalse();
        assertThat(leases()).isEqualTo(1 + 2_500 - (LeasePruning.SLICE - 1));
    }

    private static CutLog.Chunk chunk(long low, int bytes, Instant at) {
        return new CutLog.Chunk(CounterName.ofTag("busy"), low, low + 9, at, at, new byte[bytes]);
    }

    private void log(CutLog.Chunk chunk) throws SQLException {
        tx.begin();
        tx.rows().addChunk(chunk);
        tx.commit();
    }

    private long number(String sql) throws SQLException {
        return Statements.one(connection, sql);
    }

    @Test
    void shouldKeepForEverWhatIsToBeKeptForEver() throws SQLException {
        pruning = new LeasePruning(connection, Duration.ofDays(99_999_999), Integer.MAX_VALUE);
        reserve("many", 2 * LeasePruning.SLICE);

        assertThat(prune()).isZero();
    }

    @Test
    void shouldKeepHowFarACounterIsForgotten() throws SQLException {
        reserve("busy", 10_499);
        assertThat(number("SELECT count(*) FROM lease_horizon")).isZero();

        prune();

        assertThat(number("SELECT leases_to FROM lease_horizon"))
                .as("the end of the last lease that is gone")
                .isEqualTo(number("SELECT min(low) FROM lease") - 1);
        assertThat(number("SELECT leases_at > 0 FROM lease_horizon")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM lease_horizon")).isEqualTo(1);
    }

    @Test
    void shouldKeepTheLogOfCutRangesWithinItsBytes() throws SQLException {
        reserve("busy", 1);
        int chunks = 70;
        for (int i = 0; i < chunks; i++) {
            log(chunk(1 + 10L * i, 1 << 20, Instant.now()));
        }

        prune();

        long left = number("SELECT count(*) FROM lease_cut");
        assertThat(number("SELECT sum(length(content) + " + CutLog.ROW_BYTES + ") FROM lease_cut"))
                .as("the bound and a chunk")
                .isBetween(LeasePruning.LOG_BYTES_MAX - (2 << 20), LeasePruning.LOG_BYTES_MAX + (2 << 20));
        assertThat(number("SELECT cuts_to FROM lease_horizon")).isEqualTo(10 * (chunks - left));
        restart();
        log(chunk(1_001, 1 << 20, Instant.now()));
        assertThat(prune()).as("the line goes on where it was").isEqualTo(1);
        assertThat(number("SELECT count(*) FROM lease_cut")).isEqualTo(left);
    }

    @Test
    void shouldForgetCutRangesThatAreTooOld() throws SQLException {
        reserve("busy", 1);
        log(chunk(1, 10, Instant.now().minus(Duration.ofDays(31))));
        log(chunk(11, 10, Instant.now()));

        assertThat(prune()).isEqualTo(1);

        assertThat(number("SELECT min(low) FROM lease_cut")).isEqualTo(11);
        assertThat(number("SELECT cuts_to FROM lease_horizon")).isEqualTo(10);
    }

    @Test
    void shouldForgetAllThatIsTooMuchSliceBySlice() throws SQLException {
        // A new counter passes over one serial, after this.
        reserve("busy", 10_499);

        assertThat(prune()).isEqualTo(9);
        assertThat(leases()).isEqualTo(1_499);
        reserve("busy", 499);
        assertThat(prune()).isZero();
        reserve("busy", 1);
        assertThat(prune()).isEqualTo(1);
    }

    @Test
    void shouldForgetALeaseThatStayedOnceItsCounterHasANewerOne() throws SQLException {
        int counters = 3_000;
        for (int round = 0; round < 5; round++) {
            reserveOnceEach(counters);
            reserve("busy", 5_000);
            prune();
        }

        assertThat(leases())
                .as("the latest of each, the limit, and what the walk may leave before it begins again")
                .isLessThanOrEqualTo(counters + LEASES_MAX + LeasePruning.SLICE + 2L * (counters + LeasePruning.SLICE));
        assertThat(stillReturnable()).isEqualTo(counters + 1);
    }

    private int stillReturnable() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(*) FROM counter JOIN lease ON lease.serial = counter.latest")) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void shouldNotWalkForEverAmongLeasesThatMustStay() throws SQLException {
        int counters = 20_000;
        reserveOnceEach(counters);
        reserve("busy", 2_000);

        int slices = prune();

        assertThat(slices).isLessThan(4 * counters / LeasePruning.SLICE);
        assertThat(prune()).isZero();
        assertThat(leases()).isGreaterThanOrEqualTo(counters + LEASES_MAX);
    }
}
