package io.mintmark.jdbc;

class SqliteContractTest extends DialectContract {
    @Override
    TestDatabase database() {
        return TestDatabase.SQLITE;
    }
}
