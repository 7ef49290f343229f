package io.mintmark.jdbc.database;

/** MySQL 8: what it shares with MariaDB, which is what the tests run. It has no sequences. */
final class MySqlDialect extends MySqlFamily {

    MySqlDialect() {
        super("MySQL");
    }
}
