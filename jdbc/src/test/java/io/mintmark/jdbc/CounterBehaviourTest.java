package io.mintmark.jdbc;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class CounterBehaviourTest extends CounterBehaviour {
    private final TestDatabase database;

    CounterBehaviourTest(TestDatabase database) {
        this.database = database;
    }

    @Override
    TestDatabase database() {
        return database;
    }
}
