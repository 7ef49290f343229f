package io.mintmark.server;

import io.mintmark.server.storage.postgresql.OnPostgres;
import org.junit.jupiter.api.Nested;

/** All else of {@link PostgresOverHttpTest}. */
@OnPostgres
class NightlyPostgresOverHttpTest {
    @Nested
    class Changes extends ChangesOverHttpTest {}

    @Nested
    class ClientConfiguration extends ClientConfigurationOverHttpTest {}

    @Nested
    class Databases extends DatabasesOverHttpTest {}

    @Nested
    class Lives extends LivesOverHttpTest {}

    @Nested
    class Names extends NamesOverHttpTest {}
}
