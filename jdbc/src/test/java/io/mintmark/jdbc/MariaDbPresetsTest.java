package io.mintmark.jdbc;

class MariaDbPresetsTest extends PresetVectors {
    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
