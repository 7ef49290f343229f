package io.mintmark.jdbc;

class H2ContractTest extends DialectContract {
    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
