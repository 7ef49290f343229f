package io.mintmark.cotenancy;

import java.nio.file.Path;

/** An empty database of each kind that can run here. */
final class AgreementPlace {
    private AgreementPlace() {}

    /** A kind of database. */
    enum Kind {
        POSTGRES,
        MARIADB,
        SQLITE,
        H2;

        boolean hasSequences() {
            return this != SQLITE;
        }
    }

    /** Returns a new database; skips the test if its server cannot run here. */
    static Place of(Kind kind, Path directory) {
        return switch (kind) {
            case POSTGRES -> Engine.POSTGRES.newDatabase();
            case MARIADB -> Engine.MARIADB.newDatabase();
            case SQLITE -> new Place("jdbc:sqlite:" + directory.resolve("agreed.db"), "", "");
            case H2 -> new Place("jdbc:h2:mem:agreed" + System.nanoTime() + ";DB_CLOSE_DELAY=-1", "sa", "PUBLIC");
        };
    }
}
