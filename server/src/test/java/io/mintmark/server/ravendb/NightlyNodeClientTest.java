package io.mintmark.server.ravendb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** RavenDB's npm client with callers of each clearance: what {@link ClearanceScenariosTest} shows of the one for Java. */
final class NightlyNodeClientTest {
    @TestFactory
    Stream<DynamicTest> shouldServeTheNodeClientOfEachClearance(@TempDir Path directory)
            throws IOException, InterruptedException {
        // In a folder of its own, because another process may install the same.
        Path folder = Path.of("target", "node-clearances").toAbsolutePath().normalize();
        return CertifiedSuite.strategies(new NodeSuite(folder), "Node", directory);
    }
}
