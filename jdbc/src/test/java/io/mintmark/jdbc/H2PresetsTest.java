package io.mintmark.jdbc;

class H2PresetsTest extends PresetVectors {
    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
