package io.mintmark.server.ravendb;

import io.mintmark.server.storage.postgresql.OnPostgres;
import org.junit.jupiter.api.Nested;

/** Every strategy of ids with the unmodified official client, where the server keeps them in PostgreSQL. */
@OnPostgres
class OnPostgresTest {
    @Nested
    class HiLoReturn extends HiLoReturnScenariosTest {}

    @Nested
    class HiLo extends HiLoScenariosTest {}

    @Nested
    class Identity extends IdentityScenariosTest {}

    @Nested
    class SemanticAndGuid extends SemanticAndGuidScenariosTest {}

    @Nested
    class ServerSideId extends ServerSideIdScenariosTest {}

    @Nested
    class Session extends SessionScenariosTest {}
}
