package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;

/**
 * The table of our counters, and every statement about it.
 *
 * @param keyspace its keyspace, spelt as the store has it
 * @param name its name, spelt as the store has it
 */
record CounterTable(CqlIdentifier keyspace, CqlIdentifier name) {

    /** Returns the name that statements have, quoted where it must be. */
    String cql() {
        return keyspace.asCql(true) + "." + name.asCql(true);
    }

    String definition() {
        return "CREATE TABLE IF NOT EXISTS " + cql()
                + " (name text PRIMARY KEY, max bigint, serial bigint, request uuid)";
    }

    /** Returns the read of a row, with the traces of writes that are no lightweight transactions. */
    String read() {
        return "SELECT max, serial, request, TTL(max) AS ttl, WRITETIME(max) AS max_written,"
                + " WRITETIME(serial) AS serial_written, WRITETIME(request) AS request_written FROM " + cql()
                + " WHERE name = ?";
    }

    String insert() {
        return "INSERT INTO " + cql() + " (name, max, serial, request) VALUES (?, ?, ?, ?) IF NOT EXISTS";
    }

    String compareAndSet() {
        return "UPDATE " + cql() + " SET max = ?, serial = ?, request = ? WHERE name = ?"
                + " IF max = ? AND serial = ? AND request = ?";
    }
}
