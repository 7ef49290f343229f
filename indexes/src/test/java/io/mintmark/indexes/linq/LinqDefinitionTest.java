package io.mintmark.indexes.linq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.indexes.reduce.MapEntry;
import io.mintmark.indexes.reduce.Mapping.Mapped;
import io.mintmark.indexes.reduce.Plan;
import io.mintmark.indexes.reduce.PlanMapping;
import io.mintmark.indexes.reduce.PlanReduction;
import io.mintmark.indexes.reduce.Reduction;
import io.mintmark.indexes.reduce.SourceDocument;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which C# is understood, what it computes, and how the rest is refused. */
final class LinqDefinitionTest {
    private static final String REDUCE =
            "from r in results group r by r.Key into g select new { g.Key, V = g.Max(x => x.V) }";

    /** Returns the output of the only group that some documents make. */
    private static String output(String map, String reduce, String... documents) {
        Plan plan = LinqDefinition.plan("Test", List.of(map), reduce);
        List<SourceDocument> sources = new ArrayList<>();
        for (String document : documents) {
            DocumentContent content =
                    new DocumentContent("Orders", document.getBytes(StandardCharsets.UTF_8), new byte[0]);
            DocumentId id = DocumentId.of("orders/" + (sources.size() + 1));
            sources.add(new SourceDocument("Orders", new StoredDocument(id, content, "A:1", 1, Instant.EPOCH)));
        }
        List<MapEntry> entries = new ArrayList<>();
        for (Mapped mapped : new PlanMapping(plan).map(sources)) {
            assertThat(mapped).isInstanceOf(Mapped.Entries.class);
            entries.addAll(((Mapped.Entries) mapped).entries());
        }
        assertThat(entries.stream().map(MapEntry::key).distinct()).hasSize(1);
        PlanReduction reduction = new PlanReduction(plan);
        Reduction.Part part = new Reduction.Part(
                entries.get(0).key(), entries.stream().map(MapEntry::value).toList());
        Reduction.Reduced result = reduction.reduce(List.of(part)).get(0);
        assertThat(result).isInstanceOf(Reduction.Reduced.Result.class);
        Reduction.Reduced output = reduction.output(entries.get(0).key(), ((Reduction.Reduced.Result) result).value());
        return output instanceof Reduction.Reduced.Result done ? done.value() : output.toString();
    }

    @Test
    void shouldSumAndCountByAKey() {
        assertThat(output(
                        "from o in docs.Orders where o.Price != null select new { Customer = o.Customer, o.Price, n = 1 }",
                        "from r in results group r by r.Customer into g select new { Customer = g.Key,"
                                + " Total = g.Sum(x => x.Price), Count = g.Count(), n = g.Sum(x => x.n),"
                                + " Mean = g.Average(x => x.Price), Least = g.Min(x => x.Price) }",
                        "{\"Customer\":\"a\",\"Price\":0.1}",
                        "{\"Customer\":\"a\",\"Price\":0.2}",
                        "{\"Customer\":\"b\",\"Price\":null}"))
                .isEqualTo("{\"Customer\":\"a\",\"Total\":0.3,\"Count\":2,\"n\":2,\"Mean\":0.15,\"Least\":0.1}");
    }

    @Test
    void shouldGroupBySeveralMembers() {
        assertThat(output(
                        "from o in docs.Orders select new { o.ShipTo.Country, Year = o.Year, Id = o.Id }",
                        "from r in results group r by new { r.Country, Y = r.Year } into g"
                                + " select new { g.Key.Country, g.Key.Y, Last = g.Max(x => x.Id) };",
                        "{\"ShipTo\":{\"Country\":\"DE\"},\"Year\":2026}"))
                .isEqualTo("{\"Country\":\"DE\",\"Y\":2026,\"Last\":\"orders/1\"}");
    }

    @Test
    void shouldUnderstandCallsAsClientsWriteThem() {
        assertThat(output(
                        "docs.Orders.Where(o => o.Price > 0).Select(o => new {\n  Key = o.Customer,\n  V = o.Price * 2 })",
                        "results.GroupBy(r => r.Key).Select(g => new { Key = g.Key, V = Enumerable.Sum(g, x => x.V) })",
                        "{\"Customer\":\"a\",\"Price\":3}",
                        "{\"Customer\":\"a\",\"Price\":-3}"))
                .isEqualTo("{\"Key\":\"a\",\"V\":6}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "o.A + o.B * 2 ~ 7",
                "7 / 2 ~ 3",
                "7.0 / 2 ~ 3.5",
                "-7 % 3 ~ -1",
                "(o.A + o.B) * 2 ~ 8",
                "o.Name + '!' ~ \"x!\"",
                "o.Name + o.A + o.Missing ~ \"x1\"",
                "o.Missing + 1 ~ null",
                "o.Missing ?? 5 ~ 5",
                "o.A == 1 ? 'y' : 'n' ~ \"y\"",
                "o.A == null || !(o.B < 3) ? 1 : 0 ~ 1",
                "o.Name != null && o.A >= 1 ? 1 : 0 ~ 1",
                "o.Deep?.Er ~ 4",
                "o[\"A\"] - 1L ~ 0",
                "o[\"@metadata\"][\"@collection\"] + o[\"@metadata\"][\"@id\"] ~ \"Ordersorders/1\"",
                "9007199254740993 + 1 ~ 9007199254740994",
                "0.1m + 0.2m ~ 0.3",
                "1M / 2 ~ 0.5",
                "7f / 2d ~ 3.5",
                "7L / 2 ~ 3",
                "(decimal) o.B / 2 ~ 1.5",
                "(double)o.B / 2 ~ 1.5",
                "(int) 2.7 + 1 ~ 3",
                "(int) -2.7 ~ -2",
                "(long)9007199254740993.5 ~ 9007199254740993",
                "((decimal) o.Missing) ~ null",
                "(int?) o.A ~ 1",
                "(string) o.Name + (object) o.A ~ \"x1\"",
                "(bool) o.Yes ? 1 : 0 ~ 1",
                "-(decimal) o.A ~ -1"
            })
    void shouldComputeExactly(String expression, String value) {
        String map = "from o in docs.Orders select new { Key = 1, V = " + expression.replace('\'', '"') + " }";
        String reduce = value.startsWith("\"") || value.equals("null") ? REDUCE : REDUCE.replace("Max", "Sum");

        assertThat(output(map, reduce, "{\"A\":1,\"B\":3,\"Yes\":true,\"Name\":\"x\",\"Deep\":{\"Er\":4}}"))
                .isEqualTo("{\"Key\":1,\"V\":" + value + "}");
    }

    @Test
    void shouldDivideAggregatesAsTheirTermsAre() {
        String map = "from o in docs.Orders select new { Key = 1, o.V, n = 1 }";
        String reduce =
                "from r in results group r by r.Key into g select new { V = g.Sum(x => x.V) / g.Sum(x => x.n) }";

        assertThat(output(map, reduce, "{\"V\":2}", "{\"V\":3}")).isEqualTo("{\"V\":2}");
        assertThat(output(map, reduce, "{\"V\":2.5}", "{\"V\":2.5}")).isEqualTo("{\"V\":2.5}");
    }

    @Test
    void shouldDivideTheLeastAndTheGreatestAsTheyAreWritten() {
        String map = "from o in docs.Orders select new { Key = 1, o.V }";
        String reduce = "from r in results group r by r.Key into g"
                + " select new { Low = g.Min(x => x.V) / 4, High = g.Max(x => x.V) / 4 }";

        assertThat(output(map, reduce, "{\"V\":1}", "{\"V\":6}")).isEqualTo("{\"Low\":0,\"High\":1}");
        assertThat(output(map, reduce, "{\"V\":1.0}", "{\"V\":6.0}")).isEqualTo("{\"Low\":0.25,\"High\":1.5}");
        for (String first : List.of("6", "6.0")) {
            String second = first.equals("6") ? "6.0" : "6";
            assertThat(output(map, reduce, "{\"V\":" + first + "}", "{\"V\":" + second + "}"))
                    .isEqualTo("{\"Low\":1.5,\"High\":1.5}");
        }
    }

    @Test
    void shouldReadNamesThatAreReservedWords() {
        assertThat(output(
                        "from @event in docs.Orders select new { @event.@class, @from = @event.Id }",
                        "from r in results group r by r.@class into g select new { @class = g.Key, @from = g.Max(x => x.@from) }",
                        "{\"class\":\"a\"}"))
                .isEqualTo("{\"class\":\"a\",\"from\":\"orders/1\"}");
    }

    @Test
    void shouldWriteNoMetadataThatAReduceReturns() {
        assertThat(output(
                        "from o in docs.Orders select new { Key = 1 }",
                        "from r in results group r by r.Key into g select new { g.Key, @metadata = g.Count() }",
                        "{}"))
                .contains("Failed", "must not return the member @metadata");
    }

    @Test
    void shouldRefuseAMemberThatTheKeyDoesNotHave() {
        String reduce = "from r in results group r by new { r.Key, r.V } into g select new { g.Key.Kye, g.Key.V }";

        assertThatThrownBy(() ->
                        LinqDefinition.plan("Test", List.of("from o in docs.Orders select new { o.Key, o.V }"), reduce))
                .isInstanceOf(UnsupportedLinqException.class)
                .hasMessageContainingAll("'Kye'", "[Key, V]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "from o in docs.Orders from l in o.Lines select new { K = l.Product.Trim(), l.Price } ~ 'l.Product.Trim()'",
                "docs.Orders.SelectMany(o => o.Lines, (o, l) => new { Key = l.Product.Trim(), V = o.V }) ~ 'l.Product.Trim()'",
                "from o in docs.Orders where o.Name.StartsWith(1) select new { Key = 1, V = 1 } ~ 'o.Name.StartsWith(1)'",
                "from o in docs.Orders let p = o.Price select new { Key = p, V = p.ToString() } ~ 'p.ToString()'",
                "from o in docs.Orders select new { A = new[] { 1 } } ~ 'new[] { 1 }'",
                "from o in docs.Orders select new { A = LoadDocument(o.Company).Name } ~ 'LoadDocument(o.Company).Name'",
                "from o in docs.Orders select new { A = o[\"@metadata\"][\"Tenant\"] } ~ @id and @collection alone",
                "from o in docs.Orders let m = o[\"@metadata\"] select new { A = m[\"Tenant\"] } ~ @id and @collection alone",
                "from o in docs select new { o.A } ~ the source 'docs'",
                "from o in docs.Orders select o.A ~ 'o.A' where new { … } is expected",
                "from o in docs.Orders select new { A =  ~ line 1",
                "this is no C# at all ;;; %%% ~ line 1",
                "from o in docs.Orders orderby o.A select new { o.A } ~ the clause 'orderby'"
            },
            quoteCharacter = '"')
    void shouldRefuseOtherMapsByNameAndSayWhatToDo(String map, String what) {
        assertThatThrownBy(() -> LinqDefinition.plan("Test", List.of(map), REDUCE))
                .isInstanceOf(UnsupportedLinqException.class)
                .hasMessageContainingAll("The index 'Test' uses", what, "`mintmark javascript`", "map('Orders',");
    }

    @Test
    void shouldRefuseWhatIsNestedWithoutEndInsteadOfFailing() {
        String nested = "from o in docs.Orders select new { A = " + "(".repeat(5_000) + "1" + ")".repeat(5_000) + " }";
        String chained = "from o in docs.Orders select new { A = 1" + " + 1".repeat(4_000) + " }";

        for (String map : List.of(nested, chained, "(".repeat(19_999))) {
            assertThatThrownBy(() -> LinqDefinition.plan("Test", List.of(map), REDUCE))
                    .isInstanceOf(UnsupportedLinqException.class)
                    .hasMessageContaining("nested more than 100");
        }
    }
}
