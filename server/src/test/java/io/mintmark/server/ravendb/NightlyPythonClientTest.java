package io.mintmark.server.ravendb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** RavenDB's client for Python, unmodified, against a server in this process; each scenario shows as a test of its own. */
final class NightlyPythonClientTest {
    @TestFactory
    Stream<DynamicTest> shouldServeThePythonClient(@TempDir Path data) throws IOException, InterruptedException {
        return Suite.tests(suite(), "Python", data);
    }

    @TestFactory
    Stream<DynamicTest> shouldServeThePythonClientOfEachClearance(@TempDir Path directory)
            throws IOException, InterruptedException {
        return CertifiedSuite.strategies(suite(), "Python", directory);
    }

    private static Suite suite() {
        return new PythonSuite(Path.of("target", "python").toAbsolutePath().normalize());
    }
}
