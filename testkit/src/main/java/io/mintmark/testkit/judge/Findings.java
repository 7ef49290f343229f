package io.mintmark.testkit.judge;

import io.mintmark.document.KeyForm;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a judge has found so far, and how the operations are recognised that show it.
 *
 * <p>A judge that forgets what it has compared does not know them any more; the history is read once more for them.
 */
final class Findings {
    private static final int KEPT_MAX = 20;
    private static final int SHOWN_MAX = 8;

    private final List<Finding> kept = new ArrayList<>();
    private final List<String> unseen = new ArrayList<>();
    private long count;

    /** A contradiction, and where its operations are to be found. */
    private static final class Finding {
        final Rule rule;
        final String what;
        final Predicate<Operation> shows;
        final List<Operation> operations = new ArrayList<>();

        Finding(Rule rule, String what, Predicate<Operation> shows) {
            this.rule = rule;
            this.what = what;
            this.shows = shows;
        }

        /** Keeps the first operations and the latest one. */
        void look(Operation operation) {
            if (shows.test(operation)) {
                if (operations.size() == SHOWN_MAX) {
                    operations.remove(SHOWN_MAX - 1);
                }
                operations.add(operation);
            }
        }

        Violation violation() {
            operations.sort(Comparator.comparingLong(Operation::number));
            return new Violation(rule, what, operations);
        }
    }

    /** Notes a contradiction among operations that are still known. */
    void add(Rule rule, String what, Operation... operations) {
        List<Operation> all = List.of(operations);
        if (count++ < KEPT_MAX) {
            Finding finding = new Finding(rule, what, operation -> false);
            finding.operations.addAll(all);
            kept.add(finding);
        }
    }

    /** Notes a contradiction among operations that are to be looked for. */
    void add(Rule rule, String what, Predicate<Operation> shows) {
        if (count++ < KEPT_MAX) {
            kept.add(new Finding(rule, what, shows));
        }
    }

    /** Notes what could not be seen, {@code count} times; nothing if that is never. */
    void unseen(long times, String what) {
        if (times > 0) {
            unseen.add(String.format(Locale.ROOT, "%,d %s", times, what));
        }
    }

    /** Notes names that many systems take for one: a judge compares exactly. */
    void unseenSpellings(String things, Collection<String> names) {
        Set<String> forms = new HashSet<>();
        unseen(
                names.stream().filter(name -> !forms.add(lowered(name))).count(),
                things + " whose name is another one's but for capitals, which were not compared with it");
    }

    /** Returns a key form, also of a name that holds half of a surrogate pair. */
    private static String lowered(String name) {
        int[] letters = name.codePoints().map(KeyForm::lowerCase).toArray();
        return new String(letters, 0, letters.length);
    }

    /** Notes that a history was not read to its end. */
    void unseenEnd(boolean isWhole) {
        unseenTorn(isWhole, "what happened after the place where the recording is torn");
    }

    /** Notes what is missing of a history that was not read to its end. */
    void unseenTorn(boolean isWhole, String what) {
        if (!isWhole) {
            unseen.add(what);
        }
    }

    Verdict verdict(String judged, History history) {
        if (!kept.isEmpty()) {
            history.forEachOperation(operation -> kept.forEach(finding -> finding.look(operation)));
        }
        List<Violation> violations = kept.stream().map(Finding::violation).toList();
        return new Verdict(List.of(judged), count, violations, unseen);
    }
}
