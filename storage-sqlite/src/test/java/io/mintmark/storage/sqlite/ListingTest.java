package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.sql.QueryRunner;
import io.mintmark.storage.sql.SqlQuery;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.testkit.Seed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ListingTest {
    private static final Comparator<String> BY_BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    @TempDir
    Path directory;

    static Stream<Listing> listings() {
        return Stream.of(
                new Listing.ByPrefix("users/", null),
                new Listing.ByPrefix("users/", DocumentId.of("users/5")),
                Listing.NewestFirst.all(),
                new Listing.OldestFirst(5));
    }

    /** Keeps what it is asked, and finds nothing. */
    private static final class Asked implements QueryRunner {
        private final List<SqlQuery> queries = new ArrayList<>();

        @Override
        @SuppressWarnings("unchecked") // pages alone are asked for
        public <T> T read(SqlQuery query, ResultReader<T> reader) {
            queries.add(query);
            return (T) new Page(List.of(), Optional.empty());
        }
    }

    @ParameterizedTest
    @MethodSource("listings")
    void shouldWalkIndexesWithoutSorting(Listing listing) throws SQLException {
        TestStore.open(directory).close();
        Asked asked = new Asked();
        new SqliteReads(asked, "any", NodeTag.of("A")).list(listing, 10);
        SqlQuery query = asked.queries.get(0);
        List<String> plan;
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(directory))) {
            plan = Statements.rows(
                    connection,
                    row -> row.getString("detail"),
                    "EXPLAIN QUERY PLAN " + query.sql(),
                    query.parameters());
        }

        assertThat(plan).noneMatch(step -> step.contains("TEMP B-TREE"));
        assertThat(plan)
                .filteredOn(step -> step.matches(".*\\be\\b.*"))
                .as("both kinds of rows")
                .hasSize(2)
                .allMatch(step -> step.startsWith("SEARCH"));
    }

    @Test
    void shouldListByPrefixWhateverCharactersSurroundIt() {
        SplittableRandom random = new SplittableRandom(Seed.fresh("ListingTest"));
        String[] alphabet = {"a", "B", "/", "z", "ß", "\ud7ff", "\ue000", "\uffff", "😀", "\udbff\udffd"};
        TreeSet<String> keys = new TreeSet<>(BY_BYTES);
        try (TestStore store = TestStore.open(directory)) {
            for (int i = 0; i < 300; i++) {
                String id = text(random, alphabet, 1 + random.nextInt(4)) + "x";
                keys.add(KeyForm.of(id));
                store.put(id);
            }
            for (String tag : List.of("a", "b/c", "😀")) {
                store.reserve(tag);
                keys.add("raven/hilo/" + tag);
            }
            for (int i = 0; i < 300; i++) {
                String prefix = KeyForm.of(text(random, alphabet, random.nextInt(3)));
                List<String> expected =
                        keys.stream().filter(key -> key.startsWith(prefix)).toList();

                assertThat(all(store, new Listing.ByPrefix(prefix, null), 1 + random.nextInt(20)))
                        .as("prefix '%s'", prefix)
                        .isEqualTo(expected);
            }
        }
    }

    private static String text(SplittableRandom random, String[] alphabet, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet[random.nextInt(alphabet.length)]);
        }
        return text.toString();
    }

    @Test
    void shouldListByEtagBothWaysWithCountersAmongDocuments() {
        try (TestStore store = TestStore.open(directory)) {
            store.put("a");
            store.reserve("orders");
            store.put("b");
            store.put("a");

            assertThat(all(store, new Listing.OldestFirst(0), 1)).containsExactly("raven/hilo/orders", "b", "a");
            assertThat(all(store, Listing.NewestFirst.all(), 2)).containsExactly("a", "b", "raven/hilo/orders");
            assertThat(all(store, new Listing.OldestFirst(3), 10)).containsExactly("b", "a");

            store.reserve("orders");
            assertThat(all(store, Listing.NewestFirst.all(), 1)).containsExactly("raven/hilo/orders", "a", "b");
        }
    }

    private static List<String> all(TestStore store, Listing listing, int pageSize) {
        List<String> keys = new ArrayList<>();
        Optional<Listing> next = Optional.of(listing);
        while (next.isPresent()) {
            Page page = store.storage.reads().list(next.get(), pageSize);
            assertThat(page.documents().size()).isLessThanOrEqualTo(pageSize);
            page.documents().stream().map(document -> document.id().key()).forEach(keys::add);
            next = page.next();
        }
        return keys;
    }

    @Test
    void shouldBoundAPageOfLargeDocumentsByItsBytes() {
        String large = "{\"text\":\"" + "x".repeat(400 << 10) + "\"}";
        try (TestStore store = TestStore.open(directory)) {
            for (int i = 0; i < 7; i++) {
                store.put("doc/" + i, large);
            }

            Page page = store.storage.reads().list(new Listing.ByPrefix("doc/", null), 100);

            assertThat(page.documents()).hasSize(3);
            assertThat(page.documents())
                    .map(StoredDocument::id)
                    .map(Object::toString)
                    .contains("doc/2");
            assertThat(all(store, new Listing.ByPrefix("doc/", null), 100)).hasSize(7);
            assertThat(all(store, Listing.NewestFirst.all(), 100)).hasSize(7);
        }
    }
}
