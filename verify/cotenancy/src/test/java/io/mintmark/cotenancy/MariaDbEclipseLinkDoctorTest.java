package io.mintmark.cotenancy;

class MariaDbEclipseLinkDoctorTest extends EclipseLinkDoctorContract {
    @Override
    Engine engine() {
        return Engine.MARIADB;
    }

    @Override
    boolean showsNextValue() {
        return false;
    }
}
