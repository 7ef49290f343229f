package io.mintmark.jdbc.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.Preset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The guides that change a database, typed block by block while old and new programs insert in between. */
class GuidesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern SQL = Pattern.compile("(?s)```sql\\R(.*?)```");

    /** The end of a statement that is not inside a function. */
    private static final Pattern END = Pattern.compile(";\\s*\\R(?!\\s*(?:RETURN|END))");

    private DoctoredPostgres database;

    @BeforeEach
    void create() {
        database = new DoctoredPostgres();
    }

    @AfterEach
    void drop() {
        database.close();
    }

    private static List<String> blocks(String page) throws IOException {
        return SQL.matcher(Files.readString(DOCS.resolve(page)))
                .results()
                .map(MatchResult::group)
                .map(block -> block.replaceAll("```(sql)?", ""))
                .toList();
    }

    /** Types a block, each statement by itself as psql does; returns how many rows the last one changed. */
    private int type(String block) throws SQLException {
        int changed = 0;
        try (Connection connection = database.source().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : END.splitAsStream(block + "\n").toList()) {
                if (!sql.isBlank()) {
                    changed = statement.execute(sql) ? 0 : statement.getUpdateCount();
                }
            }
        }
        return changed;
    }

    private void repeat(String block) throws SQLException {
        int rounds = 0;
        while (type(block) > 0) {
            rounds++;
        }
        assertThat(rounds).isGreaterThan(1);
    }

    private void insertAsBefore() {
        database.execute(
                "INSERT INTO orders (id) SELECT gen_random_uuid() FROM generate_series(1, 20)",
                "INSERT INTO items (order_id) SELECT id FROM orders LIMIT 30");
    }

    @Test
    void shouldLeadFromUuidsToNumbersWhileProgramsWrite() throws Exception {
        List<String> blocks = blocks("from-uuid.md");
        assertThat(blocks).hasSize(6);
        database.execute(
                "CREATE TABLE orders (id UUID PRIMARY KEY)",
                "CREATE TABLE items (id BIGSERIAL PRIMARY KEY, order_id UUID REFERENCES orders)",
                "INSERT INTO orders SELECT gen_random_uuid() FROM generate_series(1, 1200)",
                "INSERT INTO items (order_id) SELECT id FROM orders");

        type(blocks.get(0));
        insertAsBefore();
        JdbcCounter counter = JdbcRanges.over(database.source())
                .counter(Preset.HIBERNATE_POOLED_LO.counter(50).sequence("orders_number"))
                .ids("orders", "number")
                .build();
        try (StrictHiLo numbers = HiLo.over(counter).name("orders").strict()) {
            insertNew(numbers);
            repeat(blocks.get(1));
            insertAsBefore();
            insertNew(numbers);
            type(blocks.get(2));
            insertAsBefore();
            type(blocks.get(3));
            insertAsBefore();
            insertNew(numbers);
            repeat(blocks.get(4));
            type(blocks.get(5));
            insertNew(numbers);
        }

        assertThat(database.number("SELECT count(*) - count(DISTINCT number) FROM orders"))
                .isZero();
        assertThat(database.number("SELECT count(*) FROM items JOIN orders ON orders.number = order_number"))
                .isEqualTo(database.number("SELECT count(*) FROM items"))
                .isGreaterThan(1200);
        assertThat(database.doctor()
                        .mapped(List.of(MappedTable.of(
                                "orders", Preset.HIBERNATE_POOLED_LO.counter(50).sequence("orders_number"))))
                        .examine()
                        .findings())
                .isEmpty();
    }

    private void insertNew(StrictHiLo numbers) {
        for (int row = 0; row < 60; row++) {
            database.execute("INSERT INTO orders (id, number) VALUES (gen_random_uuid(), " + numbers.next() + ")");
        }
    }

    @Test
    void shouldGoOnWhereEfCoreStopped() throws Exception {
        List<String> blocks = blocks("from-ef-core.md");
        assertThat(blocks).hasSize(1);
        database.execute(
                "CREATE SEQUENCE \"EntityFrameworkHiLoSequence\" INCREMENT BY 10",
                "CREATE TABLE \"Orders\" (\"Id\" BIGINT PRIMARY KEY)",
                "CREATE TABLE \"Items\" (\"Id\" BIGINT PRIMARY KEY)");
        asEfCore(10);
        JdbcRanges ranges = JdbcRanges.over(database.source());
        insertBeside(ranges, 10);
        asEfCore(10);

        type(blocks.get(0));
        insertBeside(ranges, 500);
        asEfCore(500);

        assertThat(database.number("SELECT count(*) FROM \"Orders\"")).isEqualTo(10 + 75 + 10 + 75 + 500);
        assertThat(database.doctor()
                        .mapped(List.of(
                                MappedTable.of("Orders", Preset.EF_CORE.counter(500)),
                                MappedTable.of("Items", Preset.EF_CORE.counter(500))))
                        .examine()
                        .findings())
                .isEmpty();
    }

    /** The statement of EF Core, and the block that it makes of the value. */
    private void asEfCore(int block) {
        long low = database.number("SELECT nextval('\"EntityFrameworkHiLoSequence\"')");
        database.execute("INSERT INTO \"Orders\" SELECT generate_series(" + low + ", " + (low + block - 1) + ")");
    }

    private void insertBeside(JdbcRanges ranges, int block) {
        JdbcCounter counter = ranges.counter(Preset.EF_CORE.counter(block))
                .ids("Orders", "Id")
                .ids("Items", "Id")
                .build();
        try (StrictHiLo ids = HiLo.over(counter).name("orders").strict()) {
            for (int row = 0; row < 75; row++) {
                database.execute("INSERT INTO \"Orders\" VALUES (" + ids.next() + ")");
                database.execute("INSERT INTO \"Items\" VALUES (" + ids.next() + ")");
            }
        }
    }
}
