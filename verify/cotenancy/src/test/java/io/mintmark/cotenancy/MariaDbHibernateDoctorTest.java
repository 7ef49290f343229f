package io.mintmark.cotenancy;

class MariaDbHibernateDoctorTest extends HibernateDoctorContract {
    @Override
    Engine engine() {
        return Engine.MARIADB;
    }
}
