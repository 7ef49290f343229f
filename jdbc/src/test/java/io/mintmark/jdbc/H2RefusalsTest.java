package io.mintmark.jdbc;

class H2RefusalsTest extends RefusalBehaviour {
    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
