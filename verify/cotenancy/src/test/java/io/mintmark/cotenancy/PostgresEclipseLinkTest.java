package io.mintmark.cotenancy;

class PostgresEclipseLinkTest extends EclipseLinkContract {
    @Override
    Engine engine() {
        return Engine.POSTGRES;
    }
}
