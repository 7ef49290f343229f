package io.mintmark.cotenancy;

class MariaDbHibernateTest extends HibernateContract {
    @Override
    Engine engine() {
        return Engine.MARIADB;
    }
}
