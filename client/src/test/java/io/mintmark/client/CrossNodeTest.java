package io.mintmark.client;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Our client and both of RavenDB's, Java and Node, unmodified, number one collection of one database at the same time. */
class CrossNodeTest {
    private static final int THREADS_OF_A_KIND = 3;

    @RegisterExtension
    static final Shop SHOP = new Shop();

    @Test
    void shouldNeverMakeAnIdTwiceWhileClientsOfThreeKindsComeAndGo(@TempDir Path directory) throws Exception {
        NodeProcess.assumeInstalled();
        int lives = Effort.of("stores opened by each of 9 threads of three clients", 8, 400);
        ClientLives clients = new ClientLives(SHOP);
        NodeProcess process = new NodeProcess(directory);
        List<ClientLives.Life> threads = new ArrayList<>();
        for (int i = 0; i < THREADS_OF_A_KIND; i++) {
            threads.addAll(List.of(clients.ours(lives), clients.official(lives), clients.node(process, lives)));
        }

        clients.run(Seed.fresh("CrossNodeTest"), threads);

        clients.requireAllInOrder();
    }
}
