package io.mintmark.jdbc;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class DialectContractTest extends DialectContract {
    private final TestDatabase database;

    DialectContractTest(TestDatabase database) {
        this.database = database;
    }

    @Override
    TestDatabase database() {
        return database;
    }
}
