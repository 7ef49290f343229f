package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import io.mintmark.range.Range;
import java.util.Objects;

/**
 * The twin, as it is often written: a row of a name and a number, set if it is still what was read. A request whose
 * answer is lost is sent again, and a row that has the number asked for shows that it was done.
 */
final class NaiveCounter {
    static final String TABLE = TestCluster.KEYSPACE + ".naive_counter";

    private final CqlSession session;
    private final String name;
    private final PreparedStatement read;
    private final PreparedStatement set;

    NaiveCounter(CqlSession session, String name) {
        this.session = session;
        this.name = name;
        this.read = session.prepare("SELECT max FROM " + TABLE + " WHERE name = ?");
        this.set = session.prepare("UPDATE " + TABLE + " SET max = ? WHERE name = ? IF max = ?");
    }

    static void create(CqlSession session, String name) {
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (name text PRIMARY KEY, max bigint)");
        boolean ignored = session.checkSchemaAgreement();
        session.execute("INSERT INTO " + TABLE + " (name, max) VALUES (?, 0) IF NOT EXISTS", name);
    }

    Range reserve(long size) {
        while (true) {
            long max = Objects.requireNonNull(again(this::row)).getLong("max");
            Row answer = Objects.requireNonNull(again(() -> set(max, max + size)));
            if (answer.getBoolean("[applied]") || answer.getLong("max") == max + size) {
                return Range.of(max + 1, max + size);
            }
        }
    }

    private Row row() {
        return only(session.execute(read.bind(name).setConsistencyLevel(DefaultConsistencyLevel.SERIAL)));
    }

    private Row set(long from, long to) {
        return only(session.execute(set.bind(to, name, from).setConsistencyLevel(DefaultConsistencyLevel.QUORUM)));
    }

    private static Row only(ResultSet answer) {
        return Objects.requireNonNull(answer.one());
    }

    private static <T> T again(java.util.function.Supplier<T> request) {
        while (true) {
            try {
                return request.get();
            } catch (DriverException lost) {
                Thread.onSpinWait();
            }
        }
    }
}
