package io.mintmark.jdbc;

class MariaDbContractTest extends DialectContract {
    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
