package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.expression.Trees;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents from which an index would make more than it may hold, or that no library can read: they are told of, others go on. */
class LargeValuesTest {
    private static final String LARGE = "x".repeat(300_000);

    private final MemoryDatabase database = new MemoryDatabase();
    private final MemoryIndexStore store = new MemoryIndexStore(database, () -> false);

    private void catchUp(String json) {
        IndexDefinition definition = DefinitionReader.read((ObjectNode) Trees.read(json));
        Plan plan = ((Program.Planned) definition.program()).plan();
        MapReduce index = new MapReduce(
                store, database, new PlanMapping(plan), new PlanReduction(plan), definition.outputs(), 100);
        while (index.step()) {
            assertThat(index.progress().clearing()).isFalse();
        }
    }

    private void put(String id, String text) {
        database.put(id, "Texts", "{\"K\":1,\"T\":\"" + text + "\"}");
    }

    private static String mapReduce(String map, String reduce) {
        return "{\"Name\":\"I\",\"OutputReduceToCollection\":\"Outputs\",\"Maps\":[\"" + map + "\"],\"Reduce\":\""
                + reduce + "\"}";
    }

    private static String aggregates(int maxima) {
        return IntStream.range(0, maxima)
                .mapToObj(i -> "{\"Name\":\"M" + i + "\",\"Function\":\"Max\",\"Of\":\"T\"}")
                .collect(Collectors.joining(","));
    }

    private static String declarative(String groupBy, int maxima) {
        return "{\"Name\":\"I\",\"OutputReduceToCollection\":\"Outputs\",\"Aggregation\":{\"Collection\":\"Texts\","
                + "\"GroupBy\":[\"" + groupBy + "\"],\"Aggregates\":[" + aggregates(maxima) + "]}}";
    }

    private void requireOnlyTheSmallOne(String output) {
        assertThat(store.errors()).singleElement().satisfies(error -> {
            assertThat(error.subject()).isEqualTo("texts/large");
            assertThat(error.message()).contains("characters");
        });
        assertThat(database.documents("Outputs").values()).containsExactly(output);
    }

    @Test
    void shouldRefuseALongKey() {
        put("texts/large", LARGE);
        put("texts/small", "a");

        catchUp(declarative("T", 1));

        requireOnlyTheSmallOne("{\"T\":\"a\",\"M0\":\"a\"}");
    }

    @Test
    void shouldRefuseALongState() {
        put("texts/large", LARGE);
        put("texts/small", "a");

        catchUp(declarative("K", 1));

        requireOnlyTheSmallOne("{\"K\":1,\"M0\":\"a\"}");
    }

    @Test
    void shouldRefuseManyStatesThatAreLongTogether() {
        put("texts/large", "x".repeat(10_000));
        put("texts/small", "a");

        catchUp(declarative("K", 40));

        assertThat(store.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("more than 262144 characters"));
    }

    @Test
    void shouldRefuseATextThatIsJoinedTooOften() {
        put("texts/large", LARGE);
        put("texts/small", "a");
        String sum = String.join(" + ", Collections.nCopies(30, "x.T"));

        catchUp(mapReduce(
                "from x in docs.Texts select new { x.K, L = (" + sum + ") == \\\"\\\" ? 1 : 2 }",
                "from r in results group r by r.K into g select new { K = g.Key, L = g.Sum(x => x.L) }"));

        assertThat(store.errors())
                .singleElement()
                .satisfies(error ->
                        assertThat(error.message()).contains("A joined text has more than 4194304 characters"));
        assertThat(database.documents("Outputs").values()).containsExactly("{\"K\":1,\"L\":2}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.T + x.T",
                "x.A ?? (x.T + x.T)",
                "(x.T + x.T) ?? x.A",
                "x.A == null ? x.T + x.T : null",
                "x.A != null ? null : (x.A ?? (x.T + x.T))"
            })
    void shouldRefuseManyMembersWhoseTextsAreJoinedSomewhere(String joined) {
        put("texts/large", LARGE);
        put("texts/small", "a");

        catchUp(mapReduce(
                "from x in docs.Texts select new { x.K, " + members(10, joined) + " }",
                "from r in results group r by r.K into g select new { K = g.Key, " + members(10, "g.Count()") + " }"));

        assertThat(store.errors()).singleElement().satisfies(error -> {
            assertThat(error.subject()).isEqualTo("texts/large");
            assertThat(error.message()).contains("All joined text has more than 4194304 characters");
        });
        assertThat(database.documents("Outputs")).hasSize(1);
    }

    @Test
    void shouldHandOnALongTextToManyMembers() {
        put("texts/large", LARGE);

        catchUp(mapReduce(
                "from x in docs.Texts select new { x.K, " + members(20, "x.A ?? x.T") + " }",
                "from r in results group r by r.K into g select new { K = g.Key, " + members(20, "g.Count()") + " }"));

        assertThat(store.errors()).isEmpty();
        assertThat(database.documents("Outputs")).hasSize(1);
    }

    @Test
    void shouldMakeNoFurtherStateWhereOneIsTooLongAlready() {
        put("texts/large", LARGE);

        catchUp(mapReduce(
                "from x in docs.Texts select new { x.K, x.T, F = 1, L = 1 }",
                "from r in results group r by r.K into g select new { K = g.Key, T = g.Count(),"
                        + " F = g.Max(x => x.T + 1), L = g.Max(x => 1 / (x.K - 1)) }"));

        assertThat(store.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("more than 262144 characters"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "=="})
    void shouldHoldNoManyJoinedTextsWhileOthersAreComputed(String operator) {
        put("texts/large", LARGE);
        String nested = "(x.T + 1) " + operator + " (";

        catchUp(mapReduce(
                "from x in docs.Texts select new { x.K, L = " + nested.repeat(20) + "1 / (x.K - 1)" + ")".repeat(20)
                        + " }",
                "from r in results group r by r.K into g select new { K = g.Key, L = g.Count() }"));

        assertThat(store.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("more than 4194304 characters"));
    }

    private static String members(int count, String value) {
        return IntStream.range(0, count).mapToObj(i -> "M" + i + " = " + value).collect(Collectors.joining(", "));
    }

    @Test
    void shouldTakeFewerDocumentsAtOnceWhereTheyContributeMuch() {
        for (int i = 0; i < 80; i++) {
            database.put("texts/" + i, "Texts", "{\"K\":" + i + ",\"T\":\"" + "x".repeat(200_000) + "\"}");
        }

        catchUp(declarative("K", 1));

        assertThat(store.errors()).isEmpty();
        assertThat(database.documents("Outputs")).hasSize(80);
        assertThat(store.commits()).as("commits").isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e2147483648", "1e-2147483648", "-1E+99999999999", "1e2147483647"})
    void shouldReadADocumentWithANumberThatNobodyCanRepresent(String number) {
        database.put("texts/1", "Texts", "{\"K\":1,\"T\":\"a\",\"Far\":" + number + "}");
        database.put("texts/2", "Texts", "{\"K\":1,\"T\":\"b\"}");

        catchUp(declarative("K", 1));

        assertThat(store.errors()).isEmpty();
        assertThat(database.documents("Outputs").values()).containsExactly("{\"K\":1,\"M0\":\"b\"}");
    }

    @Test
    void shouldTellOfADocumentWhoseFarNumberIsRead() {
        database.put("texts/1", "Texts", "{\"K\":1,\"T\":1e2147483648}");
        database.put("texts/2", "Texts", "{\"K\":1,\"T\":2}");

        catchUp(declarative("K", 1));

        assertThat(store.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("digits"));
        assertThat(database.documents("Outputs").values()).containsExactly("{\"K\":1,\"M0\":2}");
    }

    @Test
    void shouldTellOfADocumentThatIsNestedTooDeep() {
        database.put("texts/1", "Texts", "{\"K\":[" + "[".repeat(2_000) + "]".repeat(2_000) + "]}");
        database.put("texts/2", "Texts", "{\"K\":1,\"T\":\"b\"}");

        catchUp(declarative("K", 1));

        assertThat(store.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.subject()).isEqualTo("texts/1"));
        assertThat(database.documents("Outputs")).hasSize(1);
    }
}
