package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index whose rows or keys are of a former form removes the outputs that they tell of, and begins anew. */
class FormerIndexRowsTest {
    private static final String DB = "/databases/shop";
    private static final String INDEX =
            Bodies.indexes(Bodies.counting("Products/ByCategory", "Products", "Category", "Sums"));
    private static final int TEXT_MISSING = -1;
    private static final int BRANCHES = -1;

    @TempDir
    Path directory;

    @Test
    void shouldRemoveWhatFormerRowsTellOfAndBeginAnew() throws SQLException {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            product(server, 1, "Beverages");
            product(server, 2, "Beverages");
            product(server, 3, "Spices");
            product(server, 4, "Meat");
            server.put(DB + "/indexes", INDEX).expect(201);
            server.catchUp("shop");
            assertThat(outputs(server)).hasSize(3);
        }

        makeFormer("products/3", "products/4");

        try (TestServer server = TestServer.start(directory)) {
            product(server, 5, "Beverages");
            server.catchUp("shop");
            assertThat(outputs(server)).containsExactly("Beverages 3");
        }
    }

    @Test
    void shouldBeginAnewWhereAnObjectIsAKeyInAnotherOrderOfMembers() throws SQLException {
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            server.put(DB + "/indexes", INDEX).expect(201);
            put(server, 1, "{\"a\":1,\"b\":2}");
            server.catchUp("shop");
            assertThat(counts(server)).containsExactly(1);
        }

        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE index_row SET content = CAST(replace(CAST(content AS TEXT),"
                            + " '{\"a\":1,\"b\":2}', '{\"b\":2,\"a\":1}') AS BLOB) WHERE kind = 1"))
                    .isEqualTo(1);
            statement.execute("DROP TABLE growth");
            statement.execute("DROP TABLE keyed_answer");
            statement.execute("DROP TABLE lease_cut");
            statement.execute("DROP TABLE lease_horizon");
            statement.execute("ALTER TABLE lease DROP COLUMN principal");
            statement.execute("ALTER TABLE lease DROP COLUMN kind");
            statement.execute("ALTER TABLE lease DROP COLUMN passed");
            statement.execute("ALTER TABLE lease DROP COLUMN ended");
            statement.execute("PRAGMA user_version=4");
        }

        try (TestServer server = TestServer.start(directory)) {
            put(server, 2, "{\"b\":2,\"a\":1}");
            put(server, 3, "{\"a\":1,\"b\":2}");
            server.catchUp("shop");
            assertThat(counts(server)).containsExactly(3);
        }
    }

    private static List<Integer> counts(TestServer server) {
        List<Integer> counts = new ArrayList<>();
        server.documents("shop", "Sums/")
                .forEach(output -> counts.add(output.path("Count").asInt()));
        return counts;
    }

    private static void product(TestServer server, int number, String category) {
        put(server, number, '"' + category + '"');
    }

    private static void put(TestServer server, int number, String category) {
        Answer answer = server.store("shop", "products/" + number, Bodies.in("Products", "'Category':" + category));
    }

    private static List<String> outputs(TestServer server) {
        List<String> outputs = new ArrayList<>();
        server.documents("shop", "Sums/")
                .forEach(output -> outputs.add(output.path("Category").asText()
                        + ' '
                        + output.path("Count").asInt()));
        return outputs;
    }

    /** Gives the file the third layout; the documents are gone, so that only rows of groups lead to their outputs. */
    private void makeFormer(String... gone) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DROP TABLE index_document");
            statement.executeUpdate("INSERT INTO index_row VALUES (1, 0, 'products/1', x'01')");
            for (String id : gone) {
                statement.executeUpdate("DELETE FROM document WHERE id = '" + id + "'");
            }
            int forms = 0;
            for (String key : groups(statement)) {
                write(connection, key, former(forms++ % 2 == 0));
            }
            statement.executeUpdate("INSERT INTO index_row VALUES (1, 2, '00.0.a', x'01')");
            statement.execute("DROP TABLE growth");
            statement.execute("DROP TABLE keyed_answer");
            statement.execute("DROP TABLE lease_cut");
            statement.execute("DROP TABLE lease_horizon");
            statement.execute("ALTER TABLE lease DROP COLUMN principal");
            statement.execute("ALTER TABLE lease DROP COLUMN kind");
            statement.execute("ALTER TABLE lease DROP COLUMN passed");
            statement.execute("ALTER TABLE lease DROP COLUMN ended");
            statement.execute("PRAGMA user_version=3");
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("database-1.sqlite"));
    }

    private static List<String> groups(Statement statement) throws SQLException {
        List<String> keys = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT key FROM index_row WHERE kind = 1")) {
            while (row.next()) {
                assertThat(HexFormat.fromHexDigitsToLong(row.getString(1))).isNotZero();
                keys.add(row.getString(1));
            }
        }
        assertThat(keys).hasSize(3);
        return keys;
    }

    private static void write(Connection connection, String key, byte[] content) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE index_row SET content = ? WHERE kind = 1 AND key = ?")) {
            update.setBytes(1, content);
            update.setString(2, key);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    /** Returns a row of two groups of the first form, of which the first has an output. */
    private static byte[] former(boolean isLarge) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(1);
            out.writeInt(2);
            writeGroup(out, 0, true, isLarge);
            writeGroup(out, 1, false, !isLarge);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static void writeGroup(DataOutputStream out, int slot, boolean isShown, boolean isLarge)
            throws IOException {
        out.writeInt(slot);
        writeText(out, "\"a key\"");
        writeText(out, "[1]");
        out.writeInt(TEXT_MISSING);
        out.writeBoolean(isShown);
        if (isLarge) {
            writeBranches(out);
        } else {
            out.writeInt(1);
            writeText(out, "products/1");
            out.writeInt(0);
            writeText(out, "[1]");
        }
    }

    private static void writeBranches(DataOutputStream out) throws IOException {
        out.writeInt(BRANCHES);
        for (int i = 0; i < 16; i++) {
            out.writeInt(i);
            if (i == 0) {
                out.writeInt(TEXT_MISSING);
            } else {
                writeText(out, "[" + i + "]");
            }
        }
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        out.writeInt(text.length());
        out.write(text.getBytes(UTF_8));
    }
}
