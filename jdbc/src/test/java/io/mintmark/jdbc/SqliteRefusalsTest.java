package io.mintmark.jdbc;

class SqliteRefusalsTest extends RefusalBehaviour {
    @Override
    TestDatabase database() {
        return TestDatabase.SQLITE;
    }
}
