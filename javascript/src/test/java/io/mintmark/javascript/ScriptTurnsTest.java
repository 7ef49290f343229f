package io.mintmark.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a program keeps a process: a turn ends with it, however the script goes on. */
final class ScriptTurnsTest extends HostileScripts {
    private final CountedPermits permits = new CountedPermits();

    private ScriptProgram load(ProcessPermits asked, String body) {
        return load(engine, asked, body);
    }

    private static ScriptProgram load(JavaScriptEngine engine, ProcessPermits asked, String body) {
        return engine.load(
                new ScriptSource(
                        List.of(),
                        List.of("map('A', u => { if (u.bad) { " + body + " } return { K: u.x }; })"),
                        "groupBy(x => x.K).aggregate(g => ({ K: g.key }))"),
                asked);
    }

    private static List<ScriptProgram.Document> documents(int count, int bad) {
        List<ScriptProgram.Document> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(new ScriptProgram.Document(List.of(0), "{\"x\":" + i + (i == bad ? ",\"bad\":1}" : "}")));
        }
        return documents;
    }

    /** The first end of a process does not say which document was to blame, the second not whether others had filled the memory. */
    @Test
    void shouldLetOthersComeBetweenTheEndsOfProcessesThatOneBatchCauses() {
        JavaScriptEngine patient = patient();
        ScriptProgram program = load(patient, permits, "const all = []; for (;;) all.push(new Uint8Array(1 << 20));");
        int before = permits.acquired;

        List<Outcome> outcomes = program.map(documents(20, 5));

        assertThat(outcomes.get(5)).isInstanceOf(Outcome.Failed.class);
        assertThat(outcomes).filteredOn(Outcome.Done.class::isInstance).hasSize(19);
        assertThat(permits.acquired - before)
                .as("two or three that ended, and the rest")
                .isBetween(3, 4);
        patient.close();
    }

    /** Nothing but the end of the process stops such a power, and the next try would not either. */
    @Test
    void shouldEndAProcessOnceForADocumentThatIsLateByItself() {
        ScriptProgram program = load(permits, "return { K: String(3n ** 60000000n).length };");
        int before = permits.starts;

        List<Outcome> outcomes = program.map(documents(1, 0));

        assertThat(outcomes.get(0)).isEqualTo(new Outcome.Failed("it took more than 1000 ms."));
        assertThat(permits.starts - before).as("for whoever comes next").isEqualTo(1);
    }

    @Test
    void shouldStartTheNextProcessInTheTurnThatEndedOne() {
        CountedPermits others = new CountedPermits();
        ScriptProgram good = load(others, "");
        ScriptProgram bad = load(permits, "return { K: String(3n ** 60000000n).length };");
        int before = others.starts;

        assertThat(bad.map(documents(1, 0)).get(0)).isInstanceOf(Outcome.Failed.class);
        assertThat(good.map(documents(2, -1))).allMatch(Outcome.Done.class::isInstance);

        assertThat(others.starts).isEqualTo(before);
    }

    @Test
    void shouldTellWhichProgramsAreSlow() {
        CountedPermits others = new CountedPermits();
        ScriptProgram good = load(others, "");
        ScriptProgram loop = load(permits, "while (true) {}");
        int before = permits.slow;

        // On a busy machine one of them alone may end before a second of processor time is over.
        List<ScriptProgram.Document> bad =
                Collections.nCopies(3, documents(1, 0).get(0));
        assertThat(loop.map(bad)).hasSize(3).allMatch(Outcome.Failed.class::isInstance);
        assertThat(good.map(documents(20, -1))).allMatch(Outcome.Done.class::isInstance);

        assertThat(permits.slow - before).isPositive();
        assertThat(others.slow).isZero();
    }

    @Test
    void shouldKnowAProgramInEachProcess() {
        CountedPermits byTurns = new CountedPermits(turn -> turn % JavaScriptEngine.PROCESSES);
        ScriptProgram program = load(byTurns, "");

        for (int i = 0; i < 4; i++) {
            assertThat(program.map(documents(3, -1))).hasSize(3).allMatch(Outcome.Done.class::isInstance);
        }
        assertThat(byTurns.starts).isBetween(1, JavaScriptEngine.PROCESSES);
    }

    @Test
    void shouldEndATurnWithTheTimeOfItsBatch() {
        JavaScriptEngine brief = engine(8, Duration.ofMillis(1));
        CountedPermits own = new CountedPermits();
        ScriptProgram slow = brief.load(
                new ScriptSource(
                        List.of(),
                        List.of(
                                "map('A', u => { const end = Date.now() + 50; while (Date.now() < end) {} return { K: 1 }; })"),
                        "groupBy(x => x.K).aggregate(g => ({ K: g.key }))"),
                own);
        int before = own.acquired;

        assertThatThrownBy(() -> slow.map(documents(100, -1))).isInstanceOf(BatchTooSlowException.class);

        assertThat(own.acquired - before).isEqualTo(1);
        brief.close();
    }
}
