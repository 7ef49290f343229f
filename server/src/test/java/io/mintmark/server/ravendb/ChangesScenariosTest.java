package io.mintmark.server.ravendb;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The client's changes API, with the Jetty that it needs; {@link ChangesScenarios} has what happens. */
@Timeout(120)
class ChangesScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @AutoClose
    private static OfficialJavaClient client;

    @BeforeAll
    static void load() {
        client = new OfficialJavaClient();
    }

    private static void run(String scenario) throws Exception {
        client.run(ChangesScenarios.class, scenario, RAVEN.url(), RAVEN.database());
    }

    @Test
    void shouldServeAnAggressiveCacheUntilSomethingChanges() throws Exception {
        run("cachesAggressively");
    }

    @Test
    void shouldTellWhatIsWatched() throws Exception {
        run("watchesDocuments");
    }

    @Test
    void shouldTellHowFarABulkInsertIs() throws Exception {
        run("followsABulkInsert");
    }

    @Test
    void shouldRefuseByNameWhatIsNotWatched() throws Exception {
        run("isToldWhatIsNotWatched");
    }

    @Test
    void shouldTellAgainWhenTheDatabaseIsBack() throws Exception {
        run("watchesAgain");
    }

    @Test
    void shouldNotAskForeverForADatabaseThatIsMissing() throws Exception {
        run("doesNotWaitForADatabaseThatIsMissing");
    }
}
