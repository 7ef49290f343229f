package io.mintmark.indexes.linq;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.indexes.reduce.Mapping.Mapped;
import io.mintmark.indexes.reduce.PlanMapping;
import io.mintmark.indexes.reduce.SourceDocument;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps in C# that make several entries of one document. */
final class LinqRowsTest {
    private static final String REDUCE =
            "from r in results group r by r.Key into g select new { g.Key, V = g.Max(x => x.V) }";

    private static final String ORDER =
            "{\"Day\":\"d1\",\"Rate\":2,\"Lines\":[{\"P\":\"a\",\"Q\":1,\"Tags\":[\"s\",\"t\"]},{\"P\":\"b\",\"Q\":3}]}";

    private static Mapped map(String map, String document) {
        DocumentContent content = new DocumentContent("Orders", document.getBytes(StandardCharsets.UTF_8), new byte[0]);
        SourceDocument source = new SourceDocument(
                "Orders", new StoredDocument(DocumentId.of("orders/1"), content, "A:1", 1, Instant.EPOCH));
        return new PlanMapping(LinqDefinition.plan("Test", List.of(map), REDUCE))
                .map(List.of(source))
                .get(0);
    }

    /** Returns the keys and the values that a map makes of a document. */
    private static List<String> entries(String map, String document) {
        assertThat(map(map, document)).isInstanceOf(Mapped.Entries.class);
        return ((Mapped.Entries) map(map, document))
                .entries().stream()
                        .map(entry -> entry.key().text() + entry.value())
                        .toList();
    }

    private static String failure(String map, String document) {
        assertThat(map(map, document)).isInstanceOf(Mapped.Failed.class);
        return ((Mapped.Failed) map(map, document)).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from o in docs.Orders from l in o.Lines select new { Key = l.P, V = l.Q * o.Rate }",
                "from o in docs.Orders from Line l in o.Lines where l.Q > 0 select new { Key = l.P, V = l.Q * o.Rate };",
                "from o in docs.Orders let all = o.Lines from l in all let v = l.Q * o.Rate select new { Key = l.P, V = v }",
                "docs.Orders.SelectMany(o => o.Lines, (o, l) => new { Key = l.P, V = l.Q * o.Rate })",
                "docs.Orders.SelectMany(x => x.Lines, (o, l) => new Result { Key = l.P, V = ((int) l.Q) * o.Rate })",
                "docs.Orders.Where(d => d.Rate == 2).SelectMany(o => o.Lines, (o, l) => new { o, l })"
                        + ".Where(this0 => this0.l.Q > 0).Select(this0 => new { this0 = this0, v = this0.l.Q * this0.o.Rate })"
                        + ".Select(this1 => new { Key = this1.this0.l.P, V = this1.v })",
                "docs.Orders.Select(o => new { r = o.Rate, ls = o.Lines }).SelectMany(t => t.ls, (t, l) => new { Key = l.P, V ="
                        + " l.Q * t.r })"
            })
    void shouldMakeAnEntryOfEachElement(String map) {
        assertThat(entries(map, ORDER)).containsExactly("\"a\"[2]", "\"b\"[6]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from o in docs.Orders let r = o.Rate select new { Key = r, V = o.Id }",
                "docs.Orders.Select(o => new { o = o, r = o.Rate }).Select(this0 => new { Key = this0.r, V = this0.o.Id })",
                "docs.Orders.Select(o => new { a = o.Rate, b = o.Id }).Select(x => new { Key = x.a, V = x.b })",
                "from o in docs.Orders let d = o where d.Rate == 2 select new { Key = d.Rate, V = d.Id }"
            })
    void shouldKnowWhatHasAnotherName(String map) {
        assertThat(entries(map, ORDER)).containsExactly("2[\"orders/1\"]");
    }

    @Test
    void shouldTakeListsWithinListsApart() {
        assertThat(entries(
                        "from o in docs.Orders from l in o.Lines from t in l.Tags select new { Key = t, V = l.Q }",
                        ORDER))
                .containsExactly("\"s\"[1]", "\"t\"[1]");
        assertThat(entries("docs.Orders.SelectMany(o => o.Lines).Select(l => new { Key = l.P, V = l.Q })", ORDER))
                .containsExactly("\"a\"[1]", "\"b\"[3]");
    }

    @Test
    void shouldKnowTheIdOfADocumentBesideItsElements() {
        assertThat(entries("from o in docs.Orders from l in o.Lines select new { Key = l.P, V = o.Id }", ORDER))
                .containsExactly("\"a\"[\"orders/1\"]", "\"b\"[\"orders/1\"]");
    }

    @Test
    void shouldMakeNothingOfAListThatIsMissing() {
        String map = "from o in docs.Orders from l in o.Lines select new { Key = l.P, V = l.Q }";

        assertThat(entries(map, "{}")).isEmpty();
        assertThat(entries(map, "{\"Lines\":null}")).isEmpty();
        assertThat(entries(map, "{\"Lines\":[]}")).isEmpty();
    }

    @Test
    void shouldSayWhichDocumentHasNoListThere() {
        String map = "from o in docs.Orders from l in o.Lines select new { Key = l.P, V = l.Q }";

        assertThat(failure(map, "{\"Lines\":{\"P\":1}}")).contains("takes the elements of a list", "OBJECT");
    }

    @Test
    void shouldBoundWhatListsWithinListsMultiplyTo() {
        String numbers = "[" + "1,".repeat(199) + "1]";
        String map = "from o in docs.Orders from a in o.L from b in o.L from c in o.L from d in o.L where a == 2"
                + " select new { Key = a, V = d }";

        assertThat(failure(map, "{\"L\":" + numbers + "}")).contains("more than 16384 elements");
    }

    @Test
    void shouldBoundTextsThatAreHeldWhileElementsAreVisited() {
        String map = "from o in docs.Orders"
                + " let a = o.T + o.T let b = a + a let c = b + b let d = c + c let e = d + d let f = e + e"
                + " select new { Key = 1, V = 1 }";

        assertThat(failure(map, "{\"T\":\"" + "x".repeat(100_000) + "\"}")).contains("more than 4194304 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"o.At.Year", "o.L.Count", "o.N.HasValue", "o.Yes.Value", "o.T.x.y", "(o.At).Year"})
    void shouldSayThatOnlyObjectsHaveMembers(String chain) {
        String document = "{\"At\":\"2026-03-01T00:00:00\",\"L\":[1],\"N\":1,\"Yes\":true,\"T\":{\"x\":\"z\"}}";

        assertThat(failure("from o in docs.Orders select new { Key = " + chain + ", V = 1 }", document))
                .contains("There is no member '", "only objects have members");
        assertThat(failure("from o in docs.Orders let k = " + chain + " select new { Key = k, V = 1 }", document))
                .contains("There is no member '");
        assertThat(entries("from o in docs.Orders select new { Key = " + chain + ", V = 1 }", "{\"At\":null}"))
                .containsExactly("null[1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"o.A == o.B", "o.T == o.U", "o.T < o.U", "o.T + o.U != null", "1e999 % 3e-999 != 1e999 % 2e-999"
            })
    void shouldBoundWhatIsDoneForOneDocument(String condition) {
        String numbers = "[" + "1,".repeat(2_499) + "1]";
        String text = "\"" + "x".repeat(20_000) + "\"";
        String lines = "[" + "0,".repeat(16_383) + "0]";
        String document = "{\"A\":" + numbers + ",\"B\":" + numbers + ",\"T\":" + text + ",\"U\":" + text + ",\"L\":"
                + lines + "}";
        String map =
                "from o in docs.Orders from l in o.L where " + condition + " || true select new { Key = 1, V = 1 }";

        assertThat(failure(map, document)).contains("more than 16777216 steps");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(int) o.T",
                "(byte) 256",
                "(byte) -1",
                "(int) 2147483648",
                "(bool) 1",
                "(string) 1",
                "(long) o.O"
            })
    void shouldSayWhichValueACastDoesNotFit(String cast) {
        String map = "from o in docs.Orders select new { Key = " + cast + ", V = 1 }";

        assertThat(failure(map, "{\"T\":\"x\",\"O\":{}}")).contains("A cast to", "does not fit");
    }
}
