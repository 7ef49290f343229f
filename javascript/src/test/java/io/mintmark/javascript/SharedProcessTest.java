package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs take turns at one process, and what one of them leaves there does no harm to another one. */
@Timeout(300)
final class SharedProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final ScriptLimits LIMITS = new ScriptLimits(128, PATIENCE, PATIENCE, PATIENCE, 3);

    private static JavaScriptEngine engine(Ticker ticker) {
        return new JavaScriptEngine(LIMITS, ChildCommands.quick(LIMITS), ticker);
    }

    private static ScriptProgram load(JavaScriptEngine engine, String library, String body) {
        return engine.load(new ScriptSource(
                List.of(library),
                List.of("map('A', u => { " + body + " })"),
                "groupBy(x => x.K).aggregate(g => ({ K: g.key }))"));
    }

    private static List<ScriptProgram.Document> documents(int count) {
        return Collections.nCopies(count, new ScriptProgram.Document(List.of(0), "{}"));
    }

    /** Returns a library that takes so much memory, and is like no other one of another number. */
    private static String large(int megabytes, int number) {
        return "/*" + number + "x".repeat(megabytes << 20) + "*/";
    }

    /** A server whose own memory is full for a moment leaves answers behind that nobody took. */
    @Test
    void shouldNotTakeTheAnswersToAnotherProgramForItsOwn() {
        AtomicInteger steps = new AtomicInteger();
        Thread own = Thread.currentThread();
        try (JavaScriptEngine engine = engine(() -> {
            if (Thread.currentThread() == own && steps.decrementAndGet() == 0) {
                throw new OutOfMemoryError("Java heap space");
            }
            return Ticker.SYSTEM.nanos();
        })) {
            ScriptProgram first = load(engine, "", "return { K: 'first' };");
            ScriptProgram second = load(engine, "", "return { K: 'second' };");
            for (int step = 4; step < 24; step += 6) {
                steps.set(step);
                assertThatThrownBy(() -> first.map(documents(3))).isInstanceOf(OutOfMemoryError.class);
                assertThat(second.map(documents(1)))
                        .as("after a failure in step %d", step)
                        .containsExactly(new Outcome.Done(List.of("\"second\"", "{\"K\":\"second\"}")));
            }
        }
    }

    @Test
    void shouldLoadAProgramWhereThoseBeforeItFilledTheMemory() {
        try (JavaScriptEngine engine = engine(Ticker.SYSTEM)) {
            for (int i = 0; i < 28; i++) {
                assertThat(load(engine, large(4, i), "return { K: 1 };").collections())
                        .containsExactly("A");
            }
        }
    }

    @Test
    void shouldBlameNoDocumentForTheMemoryThatOtherProgramsTook() {
        try (JavaScriptEngine engine = engine(Ticker.SYSTEM)) {
            for (int i = 0; i < 10; i++) {
                assertThat(load(engine, large(4, i), "return { K: 1 };").collections())
                        .containsExactly("A");
            }
            ScriptProgram program = load(engine, "", "return { K: new Uint8Array(40 << 20).length };");

            assertThat(program.map(documents(1)))
                    .containsExactly(new Outcome.Done(List.of("41943040", "{\"K\":41943040}")));
        }
    }

    @Test
    void shouldRefuseAProgramThatNamesTooMuch() {
        try (JavaScriptEngine engine = engine(Ticker.SYSTEM)) {
            assertThatThrownBy(() -> load(engine, "map('x'.repeat(5000000), u => ({}));", "return {};"))
                    .isInstanceOf(ScriptException.class)
                    .hasMessageContaining("return less");
        }
    }

    @Test
    void shouldRefuseMoreEntriesThanAnAnswerHolds() {
        try (JavaScriptEngine engine = engine(Ticker.SYSTEM)) {
            ScriptProgram program = load(engine, "", "return Array(525000).fill({});");

            assertThat(program.map(documents(1)))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.message()).contains("entries", "return less"));
        }
    }
}
