package io.mintmark.jdbc;

class SqlitePresetsTest extends PresetVectors {
    @Override
    TestDatabase database() {
        return TestDatabase.SQLITE;
    }
}
