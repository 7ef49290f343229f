package io.mintmark.jdbc;

class MariaDbCounterTest extends CounterBehaviour {
    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
