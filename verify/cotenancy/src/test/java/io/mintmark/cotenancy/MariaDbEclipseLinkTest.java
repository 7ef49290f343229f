package io.mintmark.cotenancy;

class MariaDbEclipseLinkTest extends EclipseLinkContract {
    @Override
    Engine engine() {
        return Engine.MARIADB;
    }
}
