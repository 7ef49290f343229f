package io.mintmark.cotenancy;

class PostgresHibernateDoctorTest extends HibernateDoctorContract {
    @Override
    Engine engine() {
        return Engine.POSTGRES;
    }
}
