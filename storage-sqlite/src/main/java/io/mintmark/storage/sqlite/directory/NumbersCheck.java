package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.row.Counter;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.sqlite.write.CounterRow;
import io.mintmark.storage.sqlite.write.FileSoundness;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The check of everything in a database that numbers are drawn from: what {@link FileSoundness} requires, all of it.
 */
final class NumbersCheck {
    private static final int TOLD_EVERY = 1_000;

    private final FileReport report;
    private final Connection connection;

    /** What the database says of itself, or null if that cannot be believed. */
    @Nullable StateRow state;

    /** How many counters were read. */
    long counters;

    private long identities;

    NumbersCheck(FileReport report, Connection connection) {
        this.report = report;
        this.connection = connection;
    }

    void run() {
        report.step("its counters", this::counters);
        report.step("its identities", () -> identities = pairs("identity", "key", "the identity "));
        report.step("its answered requests", () -> {
            long ignored = pairs("identity_request", "request", "the answer to the request ");
        });
        report.step("its answers to requests with a key", this::keys);
        report.step("its growth", () -> {
            long ignored = pairs("growth", "key", "the growth ");
        });
        report.step("its leases", this::leases);
        StateRow counted = state;
        if (counted != null) {
            report.step("its counts", () -> counts(counted));
        }
    }

    private void counters() throws SQLException {
        CounterRow rows = new CounterRow();
        long total = Statements.one(connection, "SELECT count(*) FROM counter");
        Statements.each(
                connection,
                row -> {
                    report.step("a counter", () -> {
                        Counter ignored = rows.read(row);
                    });
                    if (++counters % TOLD_EVERY == 0) {
                        report.at("counters", counters, total);
                    }
                },
                CounterRow.SELECT);
    }

    private long pairs(String table, String key, String what) throws SQLException {
        RowChecksum checksum = new RowChecksum();
        return Statements.each(
                connection,
                row -> report.step("a row of " + table, () -> checksum.readPair(row, what)),
                "SELECT " + key + ", value, checksum FROM " + table);
    }

    private void keys() throws SQLException {
        RowChecksum checksum = new RowChecksum();
        Statements.each(
                connection,
                row -> report.step("a row of keyed_answer", () -> {
                    if (row.getLong(3) != checksum.ofTexts(row.getString(1), row.getString(2))) {
                        throw Damage.ofRow("the answer to the request with the key " + row.getString(1));
                    }
                }),
                "SELECT key, answer, checksum FROM keyed_answer");
    }

    private void leases() throws SQLException {
        Statements.each(
                connection,
                row -> report.damage("the counter " + row.getString(1) + " stands at " + row.getLong(2)
                        + ", below an open lease that ends at " + row.getLong(3)),
                FileSoundness.BELOW_LEASES);
    }

    private void counts(StateRow counted) throws SQLException {
        count("counters", counted.counters(), counters);
        count("identities", counted.identities(), identities);
        last("document", "etag", counted.etag());
        last("counter", "etag", counted.etag());
        last("lease", "serial", counted.leaseSerial());
    }

    private void count(String what, long counted, long found) {
        if (counted != found) {
            report.damage("there must be " + counted + " " + what + " but there are " + found + ": rows were lost");
        }
    }

    /** Numbers are drawn from the state, so none that is stored can be beyond it. */
    private void last(String table, String column, long drawn) throws SQLException {
        long highest = Statements.one(connection, "SELECT coalesce(max(" + column + "), 0) FROM " + table);
        if (highest > drawn) {
            report.damage("a " + table + " has the " + column + " " + highest + ", but the last one drawn is " + drawn);
        }
    }
}
