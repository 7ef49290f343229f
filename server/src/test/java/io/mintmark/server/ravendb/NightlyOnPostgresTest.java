package io.mintmark.server.ravendb;

import io.mintmark.storage.postgresql.OnPostgres;
import org.junit.jupiter.api.Nested;

/** All other scenarios of {@link OnPostgresTest}. */
@OnPostgres
class NightlyOnPostgresTest {
    @Nested
    class BulkInsert extends BulkInsertScenariosTest {}

    @Nested
    class Concurrency extends ConcurrencyScenariosTest {}

    @Nested
    class Database extends DatabaseScenariosTest {}

    @Nested
    class HiLoReturn extends HiLoReturnScenariosTest {}

    @Nested
    class IncludeAndPaging extends IncludeAndPagingScenariosTest {}

    @Nested
    class Indexes extends IndexScenariosTest {}

    @Nested
    class IndexOutputs extends IndexOutputScenariosTest {}

    @Nested
    class Lazy extends LazyScenariosTest {}

    @Nested
    class SemanticAndGuid extends SemanticAndGuidScenariosTest {}

    @Nested
    class Separator extends SeparatorScenariosTest {}

    @Nested
    class ServerSideId extends ServerSideIdScenariosTest {}

    @Nested
    class Session extends SessionScenariosTest {}

    @Nested
    class Transfer extends TransferScenariosTest {}
}
