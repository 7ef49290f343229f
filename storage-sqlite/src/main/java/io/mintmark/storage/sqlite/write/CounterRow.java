package io.mintmark.storage.sqlite.write;

import io.mintmark.counter.OpenLease;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.StoredId;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.RowChecksum;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** How a counter is stored: the order of its columns, and the checksum over all of them. Used by one thread. */
public final class CounterRow {
    /** What is read: the row's number, its key, and everything that a write sets. */
    public static final String SELECT =
            "SELECT number, key, max, highest_end, epoch, latest, latest_low, latest_high, shown, id,"
                    + " etag, collection, node, modified, metadata, body, checksum FROM counter";

    /** Sets everything but number and key; the row's number follows as the last parameter. */
    static final String UPDATE = "UPDATE counter SET max = ?, highest_end = ?, epoch = ?, latest = ?, latest_low = ?,"
            + " latest_high = ?, shown = ?, id = ?, etag = ?, collection = ?, node = ?, modified = ?, metadata = ?,"
            + " body = ?, checksum = ? WHERE number = ?";

    /** Sets what a reservation or a return changes; the row's number follows as the last parameter. */
    static final String MOVE = "UPDATE counter SET max = ?, highest_end = ?, epoch = ?, latest = ?, latest_low = ?,"
            + " latest_high = ?, shown = ?, etag = ?, node = ?, modified = ?, checksum = ? WHERE number = ?";

    /** Adds a row with the same parameters, the key as the last one. */
    static final String INSERT =
            "INSERT INTO counter (max, highest_end, epoch, latest, latest_low, latest_high, shown, id,"
                    + " etag, collection, node, modified, metadata, body, checksum, key)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number";

    private static final int LAST = 16;

    private final RowChecksum checksum = new RowChecksum();

    /** Returns the counter in {@code row}, with the latest lease as it is stored; refuses a damaged one. */
    public Counter read(ResultSet row) throws SQLException {
        String key = row.getString(2);
        Counter counter;
        try {
            counter = believed(row);
        } catch (RuntimeException impossible) {
            throw Damage.ofRow("the counter " + key);
        }
        if (!counter.key().equals(key) || row.getLong(17) != checksum(counter)) {
            throw Damage.ofRow("the counter " + key);
        }
        return counter;
    }

    /** Returns the counter without asking whether its checksum holds: one of a layout that had none. */
    Counter readUnchecked(ResultSet row) throws SQLException {
        return believed(row);
    }

    /** Returns what the row says; fails in any way if no counter could be stored so. */
    private static Counter believed(ResultSet row) throws SQLException {
        Counter counter =
                new Counter(StoredId.of(row.getString(10), Damage.REMEDY), row.getString(13), row.getLong(12));
        counter.assignNumber(row.getLong(1));
        counter.restorePosition(row.getLong(3), row.getLong(4), row.getLong(5), latest(row));
        counter.restoreDocument(row.getInt(9) == 1, row.getBytes(15), row.getBytes(16));
        counter.restoreVersion(row.getLong(11), Ticks.toInstant(row.getLong(14)));
        counter.stored();
        return counter;
    }

    private static @Nullable OpenLease latest(ResultSet row) throws SQLException {
        long serial = row.getLong(6);
        return serial == 0 ? null : new OpenLease(serial, row.getLong(7), row.getLong(8));
    }

    /** Sets the parameters of {@link #UPDATE}. */
    void bindUpdate(PreparedStatement update, Counter counter) throws SQLException {
        bind(update, counter);
        update.setLong(LAST, counter.number());
    }

    /** Sets the parameters of {@link #INSERT}. */
    void bindInsert(PreparedStatement insert, Counter counter) throws SQLException {
        bind(insert, counter);
        insert.setString(LAST, counter.key());
    }

    /** Sets the parameters of {@link #MOVE}. */
    void bindMove(PreparedStatement move, Counter counter) throws SQLException {
        bindPosition(move, counter);
        move.setLong(8, counter.etag());
        move.setString(9, counter.node());
        move.setLong(10, Ticks.of(counter.modified()));
        move.setLong(11, checksum(counter));
        move.setLong(12, counter.number());
    }

    private void bind(PreparedStatement statement, Counter counter) throws SQLException {
        bindPosition(statement, counter);
        statement.setString(8, counter.id().text());
        statement.setLong(9, counter.etag());
        statement.setLong(10, counter.collection());
        statement.setString(11, counter.node());
        statement.setLong(12, Ticks.of(counter.modified()));
        statement.setBytes(13, counter.metadata());
        statement.setBytes(14, counter.body());
        statement.setLong(15, checksum(counter));
    }

    private static void bindPosition(PreparedStatement statement, Counter counter) throws SQLException {
        statement.setLong(1, counter.max());
        statement.setLong(2, counter.highestEnd());
        statement.setLong(3, counter.epoch());
        OpenLease latest = counter.latest();
        if (latest == null) {
            statement.setNull(4, Types.INTEGER);
            statement.setNull(5, Types.INTEGER);
            statement.setNull(6, Types.INTEGER);
        } else {
            statement.setLong(4, latest.serial());
            statement.setLong(5, latest.low());
            statement.setLong(6, latest.high());
        }
        statement.setInt(7, counter.isShown() ? 1 : 0);
    }

    private long checksum(Counter counter) {
        OpenLease latest = counter.latest();
        return checksum.begin()
                .add(counter.key())
                .add(counter.max())
                .add(counter.highestEnd())
                .add(counter.epoch())
                .add(latest == null ? 0 : latest.serial())
                .add(latest == null ? 0 : latest.low())
                .add(latest == null ? 0 : latest.high())
                .add(counter.isShown() ? 1L : 0L)
                .add(counter.id().text())
                .add(counter.etag())
                .add(counter.collection())
                .add(counter.node())
                .add(Ticks.of(counter.modified()))
                .add(counter.metadata())
                .add(counter.body())
                .value();
    }
}
