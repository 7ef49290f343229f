package io.mintmark.jdbc;

class SqliteCounterTest extends CounterBehaviour {
    @Override
    TestDatabase database() {
        return TestDatabase.SQLITE;
    }
}
