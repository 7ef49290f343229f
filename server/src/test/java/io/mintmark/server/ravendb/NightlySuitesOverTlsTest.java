package io.mintmark.server.ravendb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * RavenDB's clients for Node and Python once more, over TLS, with certificates that are on an access list. Each is installed
 * in a folder of its own, because another process may install the same for the suite without TLS.
 */
final class NightlySuitesOverTlsTest {
    @TestFactory
    Stream<DynamicTest> shouldServeTheNodeClientOverTls(@TempDir Path directory)
            throws IOException, InterruptedException {
        return CertifiedSuite.all(new NodeSuite(folder("node-tls")), "Node", directory);
    }

    @TestFactory
    Stream<DynamicTest> shouldServeThePythonClientOverTls(@TempDir Path directory)
            throws IOException, InterruptedException {
        return CertifiedSuite.all(new PythonSuite(folder("python-tls")), "Python", directory);
    }

    private static Path folder(String name) {
        return Path.of("target", name).toAbsolutePath().normalize();
    }
}
