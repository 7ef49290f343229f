package io.mintmark.jdbc;

class PostgresContractTest extends DialectContract {
    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES;
    }
}
