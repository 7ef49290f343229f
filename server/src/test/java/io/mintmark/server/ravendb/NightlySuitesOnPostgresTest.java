package io.mintmark.server.ravendb;

import io.mintmark.storage.postgresql.TestPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * RavenDB's clients for Node and Python once more, over a server that keeps everything in PostgreSQL. Each is installed in a
 * folder of its own, because another process may install the same for the suite over SQLite.
 */
final class NightlySuitesOnPostgresTest {
    @TestFactory
    Stream<DynamicTest> shouldServeTheNodeClientOnPostgres(@TempDir Path data)
            throws IOException, InterruptedException {
        return Suite.testsOnPostgres(new NodeSuite(folder("node-postgres")), "Node", data, TestPostgres.fresh());
    }

    @TestFactory
    Stream<DynamicTest> shouldServeThePythonClientOnPostgres(@TempDir Path data)
            throws IOException, InterruptedException {
        return Suite.testsOnPostgres(new PythonSuite(folder("python-postgres")), "Python", data, TestPostgres.fresh());
    }

    private static Path folder(String name) {
        return Path.of("target", name).toAbsolutePath().normalize();
    }
}
