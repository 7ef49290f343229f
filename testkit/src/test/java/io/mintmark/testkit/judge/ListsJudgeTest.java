package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.Call;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import io.mintmark.testkit.history.ProcessRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ListsJudgeTest {
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final ProcessRecorder a = recorder.process("a");
    private final ProcessRecorder b = recorder.process("b");

    private Verdict verdict() {
        return ListsJudge.create().judge(recorder.history());
    }

    private Violation broken(Rule rule) {
        Verdict verdict = verdict();
        assertThat(verdict.violations()).extracting(Violation::rule).containsExactly(rule);
        return verdict.violations().get(0);
    }

    @Test
    void shouldAllowWhatComesAndGoesDuringAWalk() {
        a.write("d/1").ok("1");
        a.write("d/2").ok("2");
        a.write("e/1").ok("3");
        Call walk = b.walk("d/");
        a.write("d/3").ok("4");
        a.delete("d/2").ok();
        a.write("d/2").ok("5");
        walk.ok(List.of("d/1", "d/2", "d/2", "d/0"));
        b.walk("d/").close();

        Verdict verdict = verdict().assertHolds();

        assertThat(verdict.judged()).containsExactly("lists: 1 walks that showed 4 ids of 4 documents");
        assertThat(verdict.unseen())
                .containsExactly(
                        "1 walks that did not end",
                        "2 documents that no walk showed",
                        "1 listed documents that no recorded operation was about");
    }

    @Test
    void shouldFindADocumentThatIsLeftOut() {
        a.write("d/1").ok("1");
        a.write("d/2").ok("2");
        b.walk("d/").ok(List.of("d/1"));

        Violation violation = broken(Rule.MISSING_IN_LIST);

        assertThat(violation.what()).isEqualTo("d/2 not shown");
        assertThat(violation.operations()).extracting(Operation::number).containsExactly(2L, 3L);
    }

    @Test
    void shouldFindADocumentThatIsShownTwice() {
        a.write("d/1").ok("1");
        Call walk = b.walk("");
        a.write("d/1").ok("2");
        walk.ok(List.of("d/1", "d/1"));
        broken(Rule.TWICE_IN_LIST);
    }

    @Test
    void shouldFindADocumentThatWasDeletedBefore() {
        a.write("d/1").ok("1");
        a.delete("d/1").ok();
        b.walk("d/").ok(List.of("d/1"));
        broken(Rule.DELETED_IN_LIST);
    }

    @Test
    void shouldMissNothingThatMayBeDeleted() {
        a.write("d/1").ok("1");
        a.delete("d/1").close();
        a.write("d/2").close();
        a.write("d/3").ok("3");
        Call delete = a.delete("d/3");
        b.walk("d/").ok(List.of());
        delete.ok();
        assertThat(verdict().holds()).isTrue();
    }

    @Test
    void shouldMissADocumentThatWasWrittenAgain() {
        a.delete("d/1").ok();
        a.write("d/1").ok("1");
        b.walk("d/").ok(List.of());
        broken(Rule.MISSING_IN_LIST);
    }

    /** Each walk beside each write and each deletion. */
    @Test
    void shouldAgreeWithANaiveJudge() {
        int histories = Effort.of("histories of lists", 3_000, 100_000, "mintmark.histories");
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("lists beside a naive judge"));
        int broken = 0;
        for (int i = 0; i < histories; i++) {
            History history = random(seeds.split());
            Verdict verdict = ListsJudge.create().judge(history);

            assertThat(verdict.holds()).as("history %s: %s", i, verdict).isEqualTo(naive(history));
            broken += verdict.holds() ? 0 : 1;
        }
        assertThat(broken).isBetween(histories / 10, histories * 9 / 10);
    }

    private static History random(SplittableRandom random) {
        HistoryRecorder recorder = HistoryRecorder.inMemory();
        ProcessRecorder process = recorder.process("p");
        List<Runnable> open = new ArrayList<>();
        for (int step = random.nextInt(3, 14); step > 0; step--) {
            String id = "d/" + random.nextInt(2);
            int kind = random.nextInt(6);
            if (kind < 2) {
                Call call = process.write(id);
                open.add(random.nextInt(5) == 0 ? call::close : () -> call.ok("v"));
            } else if (kind == 2) {
                Call call = process.delete(id);
                int outcome = random.nextInt(5);
                open.add(outcome == 0 ? call::failed : outcome == 1 ? call::close : call::ok);
            } else if (kind == 3) {
                Call call = process.walk("d/");
                open.add(() -> call.ok(random.nextInt(3) == 0 ? List.of("d/0") : List.of("d/0", "d/1")));
            }
            while (!open.isEmpty() && random.nextInt(3) > 0) {
                open.remove(random.nextInt(open.size())).run();
            }
        }
        open.forEach(Runnable::run);
        return recorder.history();
    }

    private static boolean naive(History history) {
        List<Operation> all = new ArrayList<>();
        history.forEachOperation(each -> {
            if (!(each.outcome() instanceof Outcome.Failed)) {
                all.add(each);
            }
        });
        return all.stream()
                .filter(each -> each.act() instanceof Act.Walk)
                .allMatch(walk -> List.of("d/0", "d/1").stream()
                        .allMatch(id -> ((Outcome.Ids) walk.outcome()).ids().contains(id)
                                ? !lasted(all, id, walk, Act.Delete.class, Act.Write.class)
                                : !lasted(all, id, walk, Act.Write.class, Act.Delete.class)));
    }

    private static boolean lasted(
            List<Operation> all, String id, Operation walk, Class<? extends Act> cause, Class<? extends Act> undoing) {
        List<Operation> here =
                all.stream().filter(each -> each.act().name().equals(id)).toList();
        return here.stream()
                .filter(each -> cause.isInstance(each.act()) && each.precedes(walk))
                .anyMatch(done -> here.stream()
                        .filter(each -> undoing.isInstance(each.act()))
                        .allMatch(other -> other.precedes(done) || walk.precedes(other)));
    }
}
