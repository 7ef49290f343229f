package io.mintmark.cotenancy;

class PostgresOpenJpaTest extends OpenJpaContract {
    @Override
    Engine engine() {
        return Engine.POSTGRES;
    }

    @Override
    boolean usesSequences() {
        return true;
    }
}
