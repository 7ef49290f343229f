package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.Ticker;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What tests of hostile scripts stand on: an engine, and a bad document between two good ones; no script goes on for ever. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HostileScripts {
    private static final String REDUCE = "groupBy(x => x.K).aggregate(g => ({ K: g.key }))";

    /** Two tries of a second and their patience, and two processes that start on a busy machine. */
    private static final Duration BOUND = Duration.ofSeconds(60);

    final JavaScriptEngine engine = engine(8);

    @AfterAll
    void end() {
        engine.close();
    }

    /** Returns an engine whose process may end {@code deaths} times. */
    static JavaScriptEngine engine(int deaths) {
        return engine(deaths, BOUND);
    }

    /** Returns one that a full memory ends, and no lack of time, however busy the machine is. */
    static JavaScriptEngine patient() {
        return engine(8, BOUND, BOUND);
    }

    /** Returns one with so much time for a batch. */
    static JavaScriptEngine engine(int deaths, Duration batch) {
        return engine(deaths, Duration.ofSeconds(1), batch);
    }

    private static JavaScriptEngine engine(int deaths, Duration item, Duration batch) {
        ScriptLimits limits = new ScriptLimits(128, item, Duration.ofSeconds(10), batch, deaths);
        return new JavaScriptEngine(limits, ChildCommands.quick(limits), Ticker.SYSTEM);
    }

    final ScriptProgram load(String body) {
        return load(engine, body);
    }

    static ScriptProgram load(JavaScriptEngine engine, String body) {
        return engine.load(new ScriptSource(
                List.of(), List.of("map('A', u => { if (u.bad) { " + body + " } return { K: u.x }; })"), REDUCE));
    }

    static List<Outcome> mapGoodBadGood(ScriptProgram program) {
        return program.map(List.of(
                new ScriptProgram.Document(List.of(0), "{\"x\":1}"),
                new ScriptProgram.Document(List.of(0), "{\"bad\":true,\"x\":2}"),
                new ScriptProgram.Document(List.of(0), "{\"x\":3}")));
    }

    /** Checks that a script is stopped at the bad document, with that message if there is one, and goes on after it. */
    final void assertStopped(String body, @Nullable String message) {
        assertStopped(engine, body, message);
    }

    /** Checks the same of another engine. */
    static void assertStopped(JavaScriptEngine engine, String body, @Nullable String message) {
        List<Outcome> outcomes = mapGoodBadGood(load(engine, body));

        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Done.class);
        System.out.println("[hostile] " + body + " -> "
                + outcomes.get(1)
                        .toString()
                        .substring(0, Math.min(200, outcomes.get(1).toString().length())));
        if (message != null) {
            assertThat(outcomes.get(1)).isInstanceOf(Outcome.Failed.class);
            assertThat(((Outcome.Failed) outcomes.get(1)).message()).contains(message);
        }
        assertThat(outcomes.get(2)).isInstanceOf(Outcome.Done.class);
    }
}
