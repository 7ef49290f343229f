package io.mintmark.server.ravendb;

import io.mintmark.storage.postgresql.OnPostgres;
import org.junit.jupiter.api.Nested;

/** Ranges and identities of the unmodified official client, where the server keeps them in PostgreSQL. */
@OnPostgres
class OnPostgresTest {
    @Nested
    class HiLo extends HiLoScenariosTest {}

    @Nested
    class Identity extends IdentityScenariosTest {}
}
