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
        Path folder = Path.of("target", "node").toAbsolutePath().normalize();
        return Suite.tests(new NodeSuite(folder), "Node", data);
    }
}
