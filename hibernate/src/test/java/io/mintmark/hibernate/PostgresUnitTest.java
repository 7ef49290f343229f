package io.mintmark.hibernate;

import io.mintmark.postgres.StartedPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Persistence units on a PostgreSQL that is started for them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PostgresUnitTest extends UnitContract {
    private final AtomicInteger databases = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private EmbeddedPostgres server;

    @BeforeAll
    void start() throws IOException {
        server = StartedPostgres.inMemory(any -> {});
    }

    @AfterAll
    void stop() throws IOException {
        server.close();
    }

    @Override
    String newDatabase() {
        String name = "unit" + databases.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return server.getJdbcUrl("postgres", name);
    }
}
