package io.mintmark.storage.sql;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.lease.CutChunk;
import io.mintmark.storage.lease.LeaseFact;
import io.mintmark.storage.lease.LeaseHorizon;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.lease.NumberFacts;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads the record of leases and the log of cut ranges.
 *
 * @param queries runs the queries
 * @param flavour spells them
 */
record LeaseReads(QueryRunner queries, SqlFlavour flavour) {
    private static final int COLUMN_RETURNED = 8;
    private static final int COLUMN_KIND = 9;
    private static final int COLUMN_PASSED = 10;
    private static final int COLUMN_ENDED = 11;

    List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        return queries.all(
                flavour.query(flavour.statements().leases, counter.key(), below, (long) limit),
                row -> new LeaseRecord(
                        lease(row), holder(row), Statements.nullable(row, COLUMN_RETURNED), isAhead(row)));
    }

    private static boolean isAhead(ResultSet row) throws SQLException {
        LeaseKind kind = LeaseKind.of(Statements.nullable(row, COLUMN_KIND));
        return kind == LeaseKind.AHEAD || kind == LeaseKind.AHEAD_WITH_GAP;
    }

    /** The order of these looks is what makes the answer right: see {@link NumberFacts}. */
    NumberFacts facts(CounterName counter, long number) {
        ReadSql sql = flavour.statements();
        String key = counter.key();
        OptionalLong max = queries.first(flavour.query(sql.max, key), row -> row.getLong(1)).stream()
                .mapToLong(Long::longValue)
                .findFirst();
        List<CutChunk> chunks = queries.all(
                flavour.query(sql.chunks, key, number, number),
                row -> new CutChunk(NodeTag.of(row.getString(1)), row.getBytes(2)));
        List<LeaseFact> leases = queries.all(
                flavour.query(sql.facts, key, number, number, number, (long) NumberFacts.LEASES_MAX), this::fact);
        Optional<Instant> restored = queries.first(
                        flavour.query(sql.restored, key, number), row -> Optional.ofNullable(instant(row, 1)))
                .flatMap(found -> found);
        LeaseHorizon horizon = queries.first(flavour.query(sql.horizon, key), LeaseReads::horizon)
                .orElse(LeaseHorizon.NONE);
        return new NumberFacts(max, chunks, leases, restored.orElse(null), horizon);
    }

    private LeaseFact fact(ResultSet row) throws SQLException {
        Lease lease = lease(row);
        return new LeaseFact(
                lease,
                LeaseKind.of(Statements.nullable(row, COLUMN_KIND)),
                row.getLong(COLUMN_PASSED),
                holder(row),
                Statements.nullable(row, COLUMN_RETURNED),
                instant(row, COLUMN_ENDED),
                flavour.claim(lease.serial()));
    }

    private static Lease lease(ResultSet row) throws SQLException {
        return new Lease(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                NodeTag.of(row.getString(4)),
                Ticks.toInstant(row.getLong(5)));
    }

    private static Holder holder(ResultSet row) throws SQLException {
        return new Holder(row.getString(6), row.getString(7));
    }

    private static LeaseHorizon horizon(ResultSet row) throws SQLException {
        return new LeaseHorizon(row.getLong(1), instant(row, 2), row.getLong(3), instant(row, 4));
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        return Ticks.toNullable(Statements.nullable(row, column));
    }
}
