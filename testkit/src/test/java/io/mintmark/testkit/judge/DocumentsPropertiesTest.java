package io.mintmark.testkit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The judge of chains beside one that tries every order of the operations. */
class DocumentsPropertiesTest {
    @Test
    void shouldFindAnOrderExactlyWhereThereIsOne() {
        int histories = Effort.of("histories of a document", 3_000, 100_000, "mintmark.histories");
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("documents beside every order"));
        int broken = 0;
        for (int i = 0; i < histories; i++) {
            History history = RandomDocument.mistaken(seeds.split(), false);
            Verdict verdict = DocumentsJudge.create().judge(history);

            assertThat(verdict.holds())
                    .as("history %s: %s%n%s", i, verdict, all(history))
                    .isEqualTo(hasOrder(history));
            broken += verdict.holds() ? 0 : 1;
        }
        assertThat(broken).isBetween(histories / 10, histories * 9 / 10);
    }

    /** With deletions an absence is judged less exactly, but nothing is found where there is an order. */
    @Test
    void shouldAccuseNobodyWhereThereIsAnOrder() {
        int histories = Effort.of("histories of a document that is deleted", 3_000, 100_000, "mintmark.histories");
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("deleted documents beside every order"));
        int broken = 0;
        int found = 0;
        for (int i = 0; i < histories; i++) {
            History history = RandomDocument.mistaken(seeds.split(), true);
            Verdict verdict = DocumentsJudge.create().judge(history);
            boolean hasOrder = hasOrder(history);

            assertThat(verdict.holds() || !hasOrder)
                    .as("history %s: %s%n%s", i, verdict, all(history))
                    .isTrue();
            broken += hasOrder ? 0 : 1;
            found += verdict.holds() ? 0 : 1;
        }
        assertThat(found).isGreaterThan(broken * 3 / 4);
    }

    /** A document that does what it should, with unknown outcomes. */
    @Test
    void shouldAccuseNobodyOfWhatIsUnknown() {
        int histories = Effort.of("histories of a good document", 3_000, 100_000, "mintmark.histories");
        SplittableRandom seeds = new SplittableRandom(Seed.fresh("a document that does what it should"));
        for (int i = 0; i < histories; i++) {
            History history = RandomDocument.good(seeds.split());
            Verdict verdict = DocumentsJudge.create().judge(history);

            assertThat(verdict.holds())
                    .as("history %s: %s%n%s", i, verdict, all(history))
                    .isTrue();
        }
    }

    private static List<Operation> all(History history) {
        List<Operation> all = new ArrayList<>();
        history.forEachOperation(all::add);
        return all;
    }

    private static boolean hasOrder(History history) {
        List<Operation> all =
                all(history).stream().filter(each -> each.outcome().isOk()).toList();
        return hasOrder(new ArrayList<>(all), "", foreign(all));
    }

    /** Returns the versions that nobody wrote: they may be there at any time, once. */
    private static List<String> foreign(List<Operation> all) {
        List<String> foreign = new ArrayList<>();
        for (Operation each : all) {
            String named = each.act() instanceof Act.Write write
                    ? write.ifMatch()
                    : each.act() instanceof Act.Delete delete ? delete.ifMatch() : found(each);
            boolean isWritten = all.stream()
                    .anyMatch(other ->
                            other.act() instanceof Act.Write && found(other).equals(named));
            if (named != null && !named.isEmpty() && !isWritten && !foreign.contains(named)) {
                foreign.add(named);
            }
        }
        return foreign;
    }

    /** Tries each operation that may come next, on a document whose version is {@code state}, empty while absent. */
    private static boolean hasOrder(List<Operation> rest, String state, List<String> foreign) {
        if (rest.isEmpty()) {
            return true;
        }
        for (int i = 0; i < rest.size(); i++) {
            Operation next = rest.get(i);
            String after = after(next, state);
            if (after != null && rest.stream().noneMatch(other -> other.precedes(next))) {
                List<Operation> others = new ArrayList<>(rest);
                others.remove(i);
                if (hasOrder(others, after, foreign)) {
                    return true;
                }
            }
        }
        for (String version : foreign) {
            List<String> others = new ArrayList<>(foreign);
            others.remove(version);
            if (hasOrder(rest, version, others)) {
                return true;
            }
        }
        return false;
    }

    /** Returns what the document is after the operation, or null if that cannot come now. */
    private static @Nullable String after(Operation operation, String state) {
        if (operation.act() instanceof Act.Write write) {
            return write.ifMatch() == null || write.ifMatch().equals(state) ? found(operation) : null;
        } else if (operation.act() instanceof Act.Delete delete) {
            return delete.ifMatch() == null || delete.ifMatch().equals(state) ? "" : null;
        }
        return found(operation).equals(state) ? state : null;
    }

    private static String found(Operation operation) {
        return operation.outcome() instanceof Outcome.Text text ? text.text() : "";
    }
}
