package io.mintmark.jdbc;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class PresetVectorsTest extends PresetVectors {
    private final TestDatabase database;

    PresetVectorsTest(TestDatabase database) {
        this.database = database;
    }

    @Override
    TestDatabase database() {
        return database;
    }
}
