package io.mintmark.jdbc;

class PostgresCounterTest extends CounterBehaviour {
    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES;
    }
}
