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
        Path directory = Path.of("target", "python").toAbsolutePath().normalize();
        return Suite.tests(new PythonSuite(directory), "Python", data);
    }
}
