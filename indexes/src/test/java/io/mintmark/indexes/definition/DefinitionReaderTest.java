package io.mintmark.indexes.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.MintmarkException;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.definition.IndexDefinition.Program;
import io.mintmark.indexes.expression.Trees;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions as clients put them, and those that are refused. */
final class DefinitionReaderTest {
    /** As the official Java client sends it. */
    private static final String JAVASCRIPT = """
            {"Name":"Products/ByCategory","Type":"JavaScriptMapReduce",
             "Maps":["map('Products', p => ({ Category: p.Category, Count: 1 }))"],
             "Reduce":"groupBy(x => x.Category).aggregate(g => ({ Category: g.key }))",
             "OutputReduceToCollection":"CategoryCounts","PatternForOutputReduceToCollectionReferences":null,
             "PatternReferencesCollectionName":null,"ReduceOutputIndex":null,"Fields":{},"Configuration":{},
             "AdditionalSources":{"lib":"function f() {}"},"AdditionalAssemblies":[],"CompoundFields":[],"Priority":null,
             "LockMode":null,"State":null,"DeploymentMode":null,"SourceType":"Documents"}
            """;

    private static final String AGGREGATION = """
            {"Name":"A","OutputReduceToCollection":"Out","Aggregation":{"Collection":"In","GroupBy":["K"],
             "Aggregates":[{"Name":"N","Function":"Count"}]}}
            """;

    private static IndexDefinition read(String json) {
        return DefinitionReader.read((ObjectNode) Trees.read(json));
    }

    @Test
    void shouldReadJavaScriptAsTheOfficialClientSendsIt() {
        IndexDefinition definition = read(JAVASCRIPT);

        assertThat(definition.name()).isEqualTo("Products/ByCategory");
        assertThat(definition.outputs().names().collection()).isEqualTo("CategoryCounts");
        assertThat(definition.program()).isInstanceOf(Program.Script.class);
        assertThat(((Program.Script) definition.program()).libraries()).containsKey("lib");
    }

    @Test
    void shouldReadCSharp() {
        IndexDefinition definition = read("""
                {"Name":"C","Maps":["// a comment\\nfrom o in docs.Orders select new { o.Customer, n = 1 }"],
                 "Reduce":"from r in results group r by r.Customer into g select new { Customer = g.Key, n = g.Sum(x => x.n) }",
                 "OutputReduceToCollection":"Sums"}
                """);

        assertThat(((Program.Planned) definition.program()).plan().maps().get(0).collection())
                .isEqualTo("Orders");
    }

    @Test
    void shouldTakeMapsAsASet() {
        String once = """
                {"Name":"C","Maps":["from o in docs.Orders select new { o.K, n = 1 }"],"OutputReduceToCollection":"Sums",
                 "Reduce":"from r in results group r by r.K into g select new { K = g.Key, n = g.Sum(x => x.n) }"}
                """;
        String map = "\"from o in docs.Orders select new { o.K, n = 1 }\"";

        IndexDefinition twice = read(once.replace(map, map + "," + map.replace("from o", " from o")));

        assertThat(((Program.Planned) twice.program()).plan().maps()).hasSize(1);
        assertThat(read(once.replace(map, map + "," + map)).given())
                .isEqualTo(read(once).given());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"Name\":\"A\" | \"Name\":\"A\",\"AdditionalSources\":{\"lib\":\"function f() {}\"} | calls no AdditionalSources",
                "\"Name\":\"A\" | \"Name\":\" \" | must have a Name",
                "\"Name\":\"A\" | \"Name\":\"ReplacementOf/A\" | reserved",
                "\"OutputReduceToCollection\":\"Out\" | \"X\":1 | has no OutputReduceToCollection",
                "\"OutputReduceToCollection\":\"Out\" | \"OutputReduceToCollection\":\"@own\" | server's own",
                "\"Name\":\"A\" | \"Name\":\"A\",\"ReduceOutputIndex\":-1 | whole number",
                "\"Name\":\"A\" | \"Name\":\"A\",\"SourceType\":\"Counters\" | reads Counters",
                "\"Name\":\"A\" | \"Name\":\"A\",\"IndexSourceType\":\"TimeSeries\" | reads TimeSeries",
                "\"Name\":\"A\" | \"Name\":\"A\",\"_indexSourceType\":\"Counters\" | reads Counters",
                "\"Name\":\"A\" | \"Name\":\"A\",\"State\":\"Disabled\" | to begin as Disabled",
                "\"Name\":\"A\" | \"Name\":\"A\",\"Reduce\":\"x\" | define it in one way",
                "\"Name\":\"A\" | \"Name\":\"A\",\"PatternReferencesCollectionName\":\"R\" | without Pattern",
                "\"Count\" | \"Median\" | none of Count",
                "\"Count\" | \"Sum\" | needs Of",
                "\"GroupBy\":[\"K\"] | \"GroupBy\":[] | needs GroupBy",
                "\"GroupBy\":[\"K\"] | \"GroupBy\":[\"N\"] | member 'N' twice",
                "\"GroupBy\":[\"K\"] | \"GroupBy\":[\"a..b\"] | is no member",
                "\"GroupBy\":[\"K\"] | \"GroupBy\":[{\"Name\":\"Y\",\"Of\":\"At\",\"Format\":\"yyyy\"}] | knows only",
                "\"GroupBy\":[\"K\"] | \"GroupBy\":[1] | must be an object",
                "\"GroupBy\":[\"K\"] | \"GroupBy\":[\"K\"],\"Having\":1 | knows only"
            })
    void shouldRefuseByName(String what, String instead, String message) {
        assertThatThrownBy(() -> read(AGGREGATION.replace(what, instead)))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reports | names no field",
                "r/{K}/{K} | names the field 'K' twice",
                "r/{Missing} | its results do not",
                "r/{K:dddd} | knows yyyy",
                "r/{K | has a { without its }",
                "r/K} {K} | has a } without its {"
            })
    void shouldRefusePatternsThatCannotName(String pattern, String message) {
        String json = AGGREGATION.replace(
                "\"Name\":\"A\"",
                "\"Name\":\"A\",\"PatternForOutputReduceToCollectionReferences\":\"" + pattern + "\"");

        assertThatThrownBy(() -> read(json))
                .isInstanceOf(InvalidIndexException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseMoreThanAnIndexCanHave() {
        String keys = "\"K\"" + ",\"K\"".repeat(100);
        String aggregates = "{\"Name\":\"N\",\"Function\":\"Count\"}".concat(",{}".repeat(1_000));
        String maps = "\"x\"" + ",\"x\"".repeat(256);

        assertThatThrownBy(() -> read(AGGREGATION.replace("\"K\"", keys)))
                .hasMessageContaining("101 elements, more than 100");
        assertThatThrownBy(() -> read(AGGREGATION.replace("{\"Name\":\"N\",\"Function\":\"Count\"}", aggregates)))
                .hasMessageContaining("1001 elements, more than 1000");
        assertThatThrownBy(() -> read(AGGREGATION.replace("\"K\"", "\"a" + ".a".repeat(100) + "\"")))
                .hasMessageContaining("more than 100 deep");
        assertThatThrownBy(() -> read(JAVASCRIPT.replaceAll("\"Maps\":\\[[^\\]]*\\]", "\"Maps\":[" + maps + "]")))
                .hasMessageContaining("257 maps, more than 256");
        assertThatThrownBy(() -> read(AGGREGATION.replace(
                        "\"Name\":\"A\"",
                        "\"Name\":\"A\",\"PatternForOutputReduceToCollectionReferences\":\"" + "{K}".repeat(1_000)
                                + "\"")))
                .hasMessageContaining("3000 characters, more than 2000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"Name\":\"A\" | \"Name\":\"A\\ud800\"",
                "\"Name\":\"A\" | \"Name\":\"A\",\"Priority\":\"\\udc00\"",
                "\"Collection\":\"In\" | \"Collection\":\"In\\ud800x\"",
                "\"K\" | \"\\udfff\"",
                "\"Out\" | \"Out\\ud83d\"",
                "\"Name\":\"A\" | \"Name\":\"A\",\"AdditionalSources\":{\"a\":\"\\ud800\"}"
            })
    void shouldRefuseHalfOfACharacter(String what, String instead) {
        assertThatThrownBy(() -> read(AGGREGATION.replace(what, instead)))
                .isInstanceOf(InvalidIndexException.class)
                .hasMessageContaining("half of a character");
    }

    @Test
    void shouldTakeCharactersOfTwoHalves() {
        assertThat(read(AGGREGATION.replace("\"Out\"", "\"Out\\ud83d\\ude00\"")).collections())
                .containsExactly("Out\uD83D\uDE00");
    }

    @Test
    void shouldTellWhereResultsGoWithoutReadingWhatIsComputed() {
        ObjectNode given = (ObjectNode) Trees.read(JAVASCRIPT.replace("map('Products'", "no language at all ((("));

        assertThatThrownBy(() -> DefinitionReader.read(given)).isInstanceOf(UnsupportedIndexException.class);
        assertThat(DefinitionReader.outputs(given).collections()).containsExactly("CategoryCounts");
    }

    @Test
    void shouldRefuseAnIndexWithoutReduceSinceNothingCouldAskIt() {
        String mapOnly = JAVASCRIPT.replaceAll("\"Reduce\":\"[^\"]*\"", "\"Reduce\":null");

        assertThatThrownBy(() -> read(mapOnly))
                .isInstanceOf(UnsupportedIndexException.class)
                .hasMessageContaining("has no Reduce");
    }

    @Test
    void shouldLeaveRoomForTheVersionsOfDefinitionsThatFollow() {
        PutRules rules = new PutRules(IdentityPartsSeparator.DEFAULT, 100);
        String last = AGGREGATION.replace("\"Name\":\"A\"", "\"Name\":\"A\",\"ReduceOutputIndex\":9007199254740991");

        rules.require(read(last), List.of("In"));
        assertThatThrownBy(() -> rules.require(read(last.replace("991", "992")), List.of("In")))
                .isInstanceOf(InvalidIndexException.class)
                .hasMessageContainingAll("ReduceOutputIndex 9007199254740992", "at most 9007199254740991");
    }

    private static IndexGraph.Node node(String name, String source, String output) {
        return new IndexGraph.Node(name, java.util.Set.of(source), java.util.Set.of(output));
    }

    @Test
    void shouldRefuseAnIndexThatFeedsItselfOnWhateverWay() {
        IndexGraph graph = new IndexGraph(List.of(node("ab", "A", "B"), node("bc", "B", "C")));

        assertThatThrownBy(() -> graph.requireFits(node("self", "X", "x"))).hasMessageContaining("because it reads it");
        assertThatThrownBy(() -> graph.requireFits(node("ca", "C", "A"))).hasMessageContaining("feed itself through");
        assertThatThrownBy(() -> graph.requireFits(node("xb", "X", "b"))).hasMessageContaining("the index 'ab' does");
        assertThatThrownBy(() -> graph.requireFits(node("AB", "C", "B"))).hasMessageContaining("feed itself through");
        graph.requireFits(node("cd", "C", "D"));
        graph.requireFits(node("AB", "Z", "B"));
    }
}
