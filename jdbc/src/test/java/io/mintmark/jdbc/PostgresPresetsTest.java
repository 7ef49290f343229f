package io.mintmark.jdbc;

class PostgresPresetsTest extends PresetVectors {
    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES;
    }
}
