package io.mintmark.server;

import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.VisitedAccess;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.SharedAccessList;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;

/** The same where PostgreSQL has the databases, and the access list, too. */
class RouteClearancesOnStoreTest extends RouteClearancesTest {
    private final String url = TestPostgres.fresh();

    @AutoClose
    private final VisitedAccess access = Maintenance.of(StoreSettings.of(url)).visitAccess(true);

    @Override
    Callers callersOf(Path directory) {
        return new Callers(new SharedAccessList(access.accessList()));
    }

    @Override
    ServerSettings.Builder settings(Path directory) {
        return super.settings(directory).store(StoreSettings.of(url));
    }
}
