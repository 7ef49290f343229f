package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indexes as RavenDB's clients write them, evaluated in a real process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JavaScriptEngineTest {
    private static final String REDUCE =
            "groupBy(x => x.Category).aggregate(g => ({ Category: g.key, Count: g.values.reduce((c, v) => c + v.Count, 0) }))";

    private static final ScriptLimits LIMITS =
            new ScriptLimits(256, Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(60), 8);

    private final JavaScriptEngine engine = new JavaScriptEngine(LIMITS, ChildCommands.quick(LIMITS), Ticker.SYSTEM);

    @AfterAll
    void end() {
        engine.close();
    }

    private ScriptProgram load(String map, String reduce) {
        return engine.load(new ScriptSource(List.of(), List.of(map), reduce));
    }

    private static Outcome map(ScriptProgram program, String json) {
        return program.map(List.of(new ScriptProgram.Document(List.of(0), json)))
                .get(0);
    }

    @Test
    void shouldMapAndReduceAsClientsWriteIt() {
        ScriptProgram program = load("map('Products', p => ({ Category: p.Category, Count: 1 }))", REDUCE);

        assertThat(program.collections()).containsExactly("Products");
        assertThat(map(program, "{\"Category\":\"Beverages\"}"))
                .isEqualTo(new Outcome.Done(List.of("\"Beverages\"", "{\"Category\":\"Beverages\",\"Count\":1}")));
        assertThat(program.reduce(List.of(new ScriptProgram.Group(
                        "\"Beverages\"",
                        List.of(
                                "{\"Category\":\"Beverages\",\"Count\":1}",
                                "{\"Category\":\"Beverages\",\"Count\":4}")))))
                .containsExactly(new Outcome.Done(List.of("{\"Category\":\"Beverages\",\"Count\":5}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "map('A', function (u) { return { Category: u.x }; }) | 7={\"Category\":7}",
                "map(\"A\", u => u.list.map(l => ({ Category: l, all: u.list.length }))) | 1={\"Category\":1,\"all\":2} 2={\"Category\":2,\"all\":2}",
                "map('A', u => { if (u.x > 7) return { Category: 1 }; }) | ''",
                "map('A', u => ({ Category: id(u), c: getMetadata(u)['@collection'] })) | \"a/1\"={\"Category\":\"a/1\",\"c\":\"A\"}",
                "map('A', ({ x, ...rest }) => ({ Category: rest.none })) | null={}",
                "map('A', u => { class C { constructor(x) { this.Category = x; } } return new C(u.x); }) | 7={\"Category\":7}",
                "map('A', u => ({ Category: new Date(0) })) | \"1970-01-01T00:00:00.000Z\"={\"Category\":\"1970-01-01T00:00:00.000Z\"}",
                "map('A', u => ({ Category: JSON.parse('{\"__proto__\":1}').__proto__ })) | 1={\"Category\":1}"
            })
    void shouldMap(String map, String entries) {
        ScriptProgram program = load(map, REDUCE);
        Outcome outcome =
                map(program, "{\"x\":7,\"list\":[1,2],\"@metadata\":{\"@id\":\"a/1\",\"@collection\":\"A\"}}");

        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        List<String> texts = ((Outcome.Done) outcome).texts();
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < texts.size(); i += 2) {
            shown.add(texts.get(i) + "=" + texts.get(i + 1));
        }
        assertThat(String.join(" ", shown)).isEqualTo(entries);
    }

    @Test
    void shouldGroupBySeveralMembersInTheirOrder() {
        ScriptProgram program = load(
                "map('A', u => ({ b: u.b, a: u.a }))",
                "groupBy(x => ({ a: x.a, b: x.b })).aggregate(g => ({ a: g.key.a, b: g.key.b, n: g.values.length }))");

        assertThat(((Outcome.Done) map(program, "{\"a\":1,\"b\":\"x\"}")).texts())
                .containsExactly("{\"a\":1,\"b\":\"x\"}", "{\"b\":\"x\",\"a\":1}");
    }

    @Test
    void shouldLoadLibrariesFirst() {
        ScriptProgram program = engine.load(new ScriptSource(
                List.of("function twice(x) { return 2 * x; }"),
                List.of("map('A', u => ({ Category: twice(u.x) }))"),
                REDUCE));

        assertThat(((Outcome.Done) map(program, "{\"x\":4}")).texts()).containsExactly("8", "{\"Category\":8}");
    }

    @Test
    void shouldTellOfADocumentThatFailsAndGoOn() {
        ScriptProgram program = load("map('A', u => ({ Category: u.x.y.z }))", REDUCE);
        List<Outcome> outcomes = program.map(List.of(
                new ScriptProgram.Document(List.of(0), "{\"x\":{\"y\":{\"z\":1}}}"),
                new ScriptProgram.Document(List.of(0), "{}"),
                new ScriptProgram.Document(List.of(0), "{\"x\":{\"y\":{\"z\":3}}}")));

        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Done.class);
        assertThat(outcomes.get(1))
                .isInstanceOf(Outcome.Failed.class)
                .hasToString(outcomes.get(1).toString());
        assertThat(((Outcome.Failed) outcomes.get(1)).message()).contains("undefined");
        assertThat(outcomes.get(2)).isInstanceOf(Outcome.Done.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "map('A', u => | SyntaxError",
                "1 + 1 | must call map",
                "map('A') | must be given a function",
                "map('A\\nB', u => ({ Category: 1 })) | names of collections have no control characters",
                "map('A\\r', u => ({ Category: 1 })) | leave them out of map(\"A\\r\", …)",
                "throw new Error('no') | no",
                "while (true) {} | more than 4000 ms",
                "nothing() | not defined"
            })
    void shouldRefuseWhatCannotBeLoaded(String map, String message) {
        assertThatThrownBy(() -> load(map, REDUCE))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseToLoadOtherDocuments() {
        ScriptProgram program = load("map('A', u => ({ Category: load(u.x, 'B').y }))", REDUCE);

        assertThat(((Outcome.Failed) map(program, "{}")).message()).contains("load(…) is not supported");
    }

    @Test
    void shouldGoOnInANewProcessWhenTheOldOneEnded() {
        ScriptProgram program = load("map('A', u => ({ Category: u.x }))", REDUCE);
        engine.close();

        assertThat(((Outcome.Done) map(program, "{\"x\":4}")).texts()).containsExactly("4", "{\"Category\":4}");
    }

    @Test
    void shouldTakeManyAndLargeDocuments() {
        ScriptProgram program = load("map('A', u => ({ Category: u.x, size: u.text.length }))", REDUCE);
        List<ScriptProgram.Document> documents = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            documents.add(new ScriptProgram.Document(
                    List.of(0), "{\"x\":" + i + ",\"text\":\"" + "a".repeat(50_000) + "\"}"));
        }

        List<Outcome> outcomes = program.map(documents);

        assertThat(outcomes).hasSize(300);
        assertThat(((Outcome.Done) outcomes.get(299)).texts())
                .containsExactly("299", "{\"Category\":299,\"size\":50000}");
    }
}
