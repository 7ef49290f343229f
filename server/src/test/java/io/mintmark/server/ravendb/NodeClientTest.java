package io.mintmark.server.ravendb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** RavenDB's npm client, unmodified, against a server in this process; each scenario shows as a test of its own. */
final class NodeClientTest {
    @TestFactory
    Stream<DynamicTest> shouldServeTheNodeClient(@TempDir Path data) throws IOException, InterruptedException {
        return Suite.tests(suite(), "Node", data);
    }

    @TestFactory
    Stream<DynamicTest> shouldServeTheNodeClientOfEachClearance(@TempDir Path directory)
            throws IOException, InterruptedException {
        return CertifiedSuite.strategies(suite(), "Node", directory);
    }

    private static Suite suite() {
        return new NodeSuite(Path.of("target", "node").toAbsolutePath().normalize());
    }
}
