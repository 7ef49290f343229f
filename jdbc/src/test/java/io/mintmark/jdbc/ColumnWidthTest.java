package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of widths in verify/lab/reports/column-widths.md, each of its cells on the real database: numbers up to the
 * largest that the type holds, and a refusal by name beyond.
 */
class ColumnWidthTest {
    private static final Path PAGE = Path.of("..", "verify", "lab", "reports", "column-widths.md");
    private static final String HEAD = "| Type | PostgreSQL | MariaDB | H2 | SQLite |";
    private static final List<TestDatabase> COLUMNS =
            List.of(TestDatabase.POSTGRES, TestDatabase.MARIADB, TestDatabase.H2, TestDatabase.SQLITE);
    private static final String REFUSED = "refused";
    private static final int LEFT = 4;

    /** A cell of the table: the largest number, or 0 where the type is refused. */
    record Width(TestDatabase database, String type, long largest) {
        @Override
        public String toString() {
            return database + " " + type + (largest == 0 ? " is refused" : " ends at " + largest);
        }
    }

    static Stream<Width> wholeNumbers() throws IOException {
        return widths().filter(width -> width.largest() > 0);
    }

    static Stream<Width> others() throws IOException {
        return widths().filter(width -> width.largest() == 0);
    }

    private static Stream<Width> widths() throws IOException {
        return Files.readString(PAGE)
                .lines()
                .dropWhile(line -> !line.equals(HEAD))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .flatMap(ColumnWidthTest::cells);
    }

    /** A dash stands where the database has no such type. */
    private static Stream<Width> cells(String line) {
        List<String> cells =
                Arrays.stream(line.split("\\|", -1)).map(String::strip).skip(1).toList();
        List<Width> widths = new ArrayList<>();
        for (String type : cells.get(0).replace("`", "").split(" or ", -1)) {
            for (int at = 0; at < COLUMNS.size(); at++) {
                String cell = cells.get(at + 1);
                if (!cell.equals("–")) {
                    widths.add(new Width(COLUMNS.get(at), type, largest(cell)));
                }
            }
        }
        return widths.stream();
    }

    private static long largest(String cell) {
        return switch (cell) {
            case REFUSED -> 0;
            case "2<sup>63</sup>−1" -> Long.MAX_VALUE;
            default -> Long.parseLong(cell.replace(",", ""));
        };
    }

    @Test
    void shouldFindTheTable() throws IOException {
        assertThat(wholeNumbers().toList()).hasSizeGreaterThan(50);
        assertThat(others().toList()).hasSizeGreaterThan(15);
    }

    @ParameterizedTest
    @MethodSource("wholeNumbers")
    void shouldEndWhereTheColumnOfTheCounterEnds(Width width) {
        long stored = width.largest() - LEFT;
        CounterDescription counter =
                width.database().newTable(Preset.NHIBERNATE_TABLE_POOLED_LO.counter(10), width.type(), stored);
        JdbcCounter source = width.database().ranges().counter(counter).build();

        assertThat(source.reserve(10).size()).isEqualTo(LEFT);
        assertThat(width.database().stored(counter)).isEqualTo(width.largest());
        assertThatThrownBy(() -> source.reserve(1)).isInstanceOf(ExhaustedException.class);
        assertThatThrownBy(() -> source.raise(width.largest())).isInstanceOf(ExhaustedException.class);
    }

    @ParameterizedTest
    @MethodSource("wholeNumbers")
    void shouldEndWhereTheColumnOfTheIdsEnds(Width width) {
        String ids = TestDatabase.fresh("narrow_ids");
        width.database().execute("CREATE TABLE " + ids + " (id " + width.type() + ")");
        JdbcCounter source = width.database()
                .ranges()
                .counter(TestDatabase.fresh("narrow"))
                .ids(ids, "id")
                .build();
        source.raise(width.largest() - LEFT);

        assertThat(source.reserve(10).high()).isEqualTo(width.largest());
        width.database().execute("INSERT INTO " + ids + " (id) VALUES (" + width.largest() + ")");
        assertThatThrownBy(() -> source.reserve(1)).isInstanceOf(ExhaustedException.class);
    }

    @ParameterizedTest
    @MethodSource("others")
    void shouldRefuseWhatHoldsNoWholeNumbers(Width width) {
        CounterDescription counter =
                width.database().newTable(Preset.NHIBERNATE_TABLE_POOLED_LO.counter(10), width.type(), null);

        assertThatThrownBy(() -> width.database().ranges().counter(counter).build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("the counter", "whole numbers");
        assertThatThrownBy(() -> width.database()
                        .ranges()
                        .counter(TestDatabase.fresh("narrow"))
                        .ids(counter.access().name().name(), "next_val")
                        .build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("the ids of", "whole numbers");
    }
}
