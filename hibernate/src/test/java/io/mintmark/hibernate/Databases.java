package io.mintmark.hibernate;

import io.mintmark.postgres.StartedPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The databases that a test runs on, each empty; the server lasts as long as the JVM. */
enum Databases {
    H2 {
        @Override
        String create() {
            return Units.newH2();
        }
    },
    POSTGRES {
        @Override
        String create() {
            String name = "placed" + NAMES.incrementAndGet();
            execute(Server.INSTANCE.getJdbcUrl("postgres", "postgres"), "CREATE DATABASE " + name);
            return Server.INSTANCE.getJdbcUrl("postgres", name);
        }
    };

    private static final AtomicInteger NAMES = new AtomicInteger();

    /** Started by the first test that asks for it. */
    private static final class Server {
        static final EmbeddedPostgres INSTANCE = start();

        private static EmbeddedPostgres start() {
            try {
                return StartedPostgres.inMemory(any -> {});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns the address of a new database, whose user may do everything. */
    abstract String create();

    /** Returns a name that no other test has: roles are the whole server's. */
    static String fresh(String prefix) {
        return prefix + NAMES.incrementAndGet();
    }

    /** Returns {@code url} for another user, whose password is x. */
    static String as(String user, String url) {
        return url.startsWith("jdbc:h2")
                ? url.replaceFirst(";.*", "") + ";USER=" + user + ";PASSWORD=x"
                : url.replaceFirst("[?].*", "?user=" + user + "&password=x");
    }

    static void execute(String url, String... statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(String.join("; ", statements), e);
        }
    }

    /** Returns the first column of each row. */
    static List<String> texts(String url, String query) {
        List<String> texts = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        } catch (SQLException e) {
            throw new AssertionError(query, e);
        }
    }
}
