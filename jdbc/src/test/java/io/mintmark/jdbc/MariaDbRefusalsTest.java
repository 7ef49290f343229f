package io.mintmark.jdbc;

class MariaDbRefusalsTest extends RefusalBehaviour {
    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
