package io.mintmark.server;

import io.mintmark.storage.postgresql.OnPostgres;
import org.junit.jupiter.api.Nested;

/** All else of {@link PostgresOverHttpTest}. */
@OnPostgres
class NightlyPostgresOverHttpTest {
    @Nested
    class BulkInsert extends BulkInsertTest {}

    @Nested
    class BulkInsertEquivalence extends BulkInsertEquivalenceTest {}

    @Nested
    class Changes extends ChangesOverHttpTest {}

    @Nested
    class ClientConfiguration extends ClientConfigurationOverHttpTest {}

    @Nested
    class Databases extends DatabasesOverHttpTest {}

    @Nested
    class Indexes extends IndexesOverHttpTest {}

    @Nested
    class Limits extends LimitsOverHttpTest {}

    @Nested
    class Lives extends LivesOverHttpTest {}

    @Nested
    class Model extends ServerModelTest {}

    @Nested
    class MultiGet extends MultiGetTest {}

    @Nested
    class Names extends NamesOverHttpTest {}
}
