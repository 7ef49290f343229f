package io.mintmark.server;

import io.mintmark.server.maintenance.StoreAccess;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.web.access.Callers;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;

/** The same where PostgreSQL has the databases, and the access list, too. */
class RouteClearancesOnStoreTest extends RouteClearancesTest {
    private final String url = TestPostgres.fresh();

    @AutoClose
    private final StoreAccess access = StoreAccess.open(StoreSettings.of(url), true);

    @Override
    Callers callersOf(Path directory) {
        return new Callers(access.list());
    }

    @Override
    ServerSettings.Builder settings(Path directory) {
        return super.settings(directory).store(StoreSettings.of(url));
    }
}
