package io.mintmark.cotenancy;

class PostgresEclipseLinkDoctorTest extends EclipseLinkDoctorContract {
    @Override
    Engine engine() {
        return Engine.POSTGRES;
    }

    @Override
    boolean showsNextValue() {
        return true;
    }
}
