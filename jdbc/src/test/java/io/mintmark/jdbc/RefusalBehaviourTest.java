package io.mintmark.jdbc;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class RefusalBehaviourTest extends RefusalBehaviour {
    private final TestDatabase database;

    RefusalBehaviourTest(TestDatabase database) {
        this.database = database;
    }

    @Override
    TestDatabase database() {
        return database;
    }
}
