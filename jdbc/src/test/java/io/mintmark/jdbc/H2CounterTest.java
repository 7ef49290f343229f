package io.mintmark.jdbc;

class H2CounterTest extends CounterBehaviour {
    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
