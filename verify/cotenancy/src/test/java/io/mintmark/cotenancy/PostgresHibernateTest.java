package io.mintmark.cotenancy;

class PostgresHibernateTest extends HibernateContract {
    @Override
    Engine engine() {
        return Engine.POSTGRES;
    }
}
