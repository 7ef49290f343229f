package io.mintmark.jdbc;

class PostgresRefusalsTest extends RefusalBehaviour {
    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES;
    }
}
