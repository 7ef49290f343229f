package io.mintmark.cotenancy;

class MariaDbOpenJpaTest extends OpenJpaContract {
    @Override
    Engine engine() {
        return Engine.MARIADB;
    }

    @Override
    boolean usesSequences() {
        return false;
    }
}
