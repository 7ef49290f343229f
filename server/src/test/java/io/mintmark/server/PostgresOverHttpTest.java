package io.mintmark.server;

import io.mintmark.counter.NumberSlice;
import io.mintmark.storage.postgresql.OnPostgres;
import org.junit.jupiter.api.Nested;

/** What is true of numbers over HTTP is true where the server keeps everything in PostgreSQL. */
@OnPostgres
class PostgresOverHttpTest {
    @Nested
    class HiLo extends HiLoOverHttpTest {
        @Override
        long ceiling() {
            return NumberSlice.ORDINARY_MAX;
        }
    }

    @Nested
    class Buckets extends BucketsOverHttpTest {}

    @Nested
    class CollectionSizes extends CollectionSizesOverHttpTest {}

    @Nested
    class Identities extends IdentitiesOverHttpTest {}

    @Nested
    class Plain extends PlainApiTest {
        @Override
        long ceiling() {
            return NumberSlice.ORDINARY_MAX;
        }
    }

    @Nested
    class IndexObstacles extends IndexObstaclesTest {}
}
