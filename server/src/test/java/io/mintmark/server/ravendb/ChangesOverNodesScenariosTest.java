package io.mintmark.server.ravendb;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client's changes API and its aggressive cache at one node, while another one writes. */
@Timeout(120)
class ChangesOverNodesScenariosTest {
    private static OfficialJavaClient client;
    private static ThreeNodes nodes;

    @BeforeAll
    static void start(@TempDir Path directory) {
        nodes = new ThreeNodes(directory);
        client = new OfficialJavaClient();
    }

    @AfterAll
    static void stop() throws Exception {
        if (nodes != null) {
            nodes.close();
            client.close();
        }
    }

    private static String url(int node) {
        return nodes.server(node).url().toString();
    }

    private static void run(String scenario, int at, int elsewhere) throws Exception {
        client.run(ChangesScenarios.class, scenario, url(at), url(elsewhere), ThreeNodes.DATABASE);
    }

    @Test
    void shouldServeAnAggressiveCacheUntilSomethingChangesAtAnotherNode() throws Exception {
        run("cachesAggressivelyOverNodes", 0, 1);
    }

    @Test
    void shouldTellWhatIsWatchedOfWhatAnotherNodeWrote() throws Exception {
        run("watchesDocumentsOverNodes", 2, 0);
    }
}
