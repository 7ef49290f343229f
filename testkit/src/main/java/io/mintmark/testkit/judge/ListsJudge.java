package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges lists by completeness: a walk over all pages shows each document that existed during the whole walk, none
 * twice, and none that was deleted before.
 *
 * <p>A document existed if a write was acknowledged before the walk began and no deletion that may have acted since
 * began before the walk ended. A document that may have been deleted during a walk may be shown twice. All writes,
 * deletions and walks are in memory; a walk is compared with each recorded document of its prefix. Immutable.
 */
public final class ListsJudge implements Judge {
    private static final ListsJudge ONLY = new ListsJudge();

    private ListsJudge() {}

    /** Returns the judge. */
    public static ListsJudge create() {
        return ONLY;
    }

    @Override
    public Verdict judge(History history) {
        Walks walks = new Walks(DocumentTrace.all(history));
        boolean isWhole = history.forEachOperation(walks::look);
        walks.unseen();
        walks.findings.unseenEnd(isWhole);
        return walks.findings.verdict(
                String.format(
                        Locale.ROOT,
                        "lists: %,d walks that showed %,d ids of %,d documents",
                        walks.count,
                        walks.shown,
                        walks.documents.size()),
                history);
    }

    /** A document's presence and absence. */
    private record Existence(DocumentTrace trace, LastingEffects presence, LastingEffects absence) {
        static Existence of(DocumentTrace trace) {
            return new Existence(
                    trace,
                    new LastingEffects(LastingEffects.Effect.of(trace.writes), trace.deletions),
                    new LastingEffects(LastingEffects.Effect.of(trace.certainDeletions()), trace.possibleWrites()));
        }

        boolean mayBeDeletedDuring(Operation walk) {
            return trace.deletions.stream().anyMatch(each -> !each.precedes(walk) && !walk.precedes(each));
        }
    }

    /** Compares walks with documents. */
    private static final class Walks {
        final Findings findings = new Findings();
        final TreeMap<String, Existence> documents = new TreeMap<>();
        final Set<String> listed = new HashSet<>();
        long count;
        long shown;
        long unknown;

        Walks(Map<String, DocumentTrace> traces) {
            traces.forEach((id, trace) -> documents.put(id, Existence.of(trace)));
        }

        void look(Operation operation) {
            if (!(operation.act() instanceof Act.Walk walk)) {
                return;
            }
            if (operation.outcome() instanceof Outcome.Ids ids) {
                count++;
                shown += ids.ids().size();
                compare(operation, walk.name(), ids.ids());
            } else if (operation.outcome() instanceof Outcome.Unknown) {
                unknown++;
            }
        }

        private void compare(Operation walk, String prefix, List<String> ids) {
            Set<String> once = new HashSet<>();
            for (String id : ids) {
                Existence document = documents.get(id);
                if (!once.add(id) && (document == null || !document.mayBeDeletedDuring(walk))) {
                    findings.add(Rule.TWICE_IN_LIST, id + " shown twice", walk);
                }
                Operation deletion = document == null ? null : document.absence.during(walk);
                report(Rule.DELETED_IN_LIST, id + " shown although it was deleted", deletion, walk);
            }
            listed.addAll(once);
            for (Map.Entry<String, Existence> each :
                    documents.tailMap(prefix, true).entrySet()) {
                if (!each.getKey().startsWith(prefix)) {
                    break;
                }
                if (!once.contains(each.getKey())) {
                    Operation write = each.getValue().presence.during(walk);
                    report(Rule.MISSING_IN_LIST, each.getKey() + " not shown", write, walk);
                }
            }
        }

        private void report(Rule rule, String what, @Nullable Operation cause, Operation walk) {
            if (cause != null) {
                findings.add(rule, what, cause, walk);
            }
        }

        void unseen() {
            findings.unseen(unknown, "walks that did not end");
            findings.unseenSpellings("documents", documents.keySet());
            findings.unseen(
                    documents.keySet().stream()
                            .filter(id -> !listed.contains(id))
                            .count(),
                    "documents that no walk showed");
            findings.unseen(
                    listed.stream().filter(id -> !documents.containsKey(id)).count(),
                    "listed documents that no recorded operation was about");
        }
    }

    @Override
    public String toString() {
        return "ListsJudge";
    }
}
