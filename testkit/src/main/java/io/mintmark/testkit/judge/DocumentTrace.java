package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Act;
import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What was recorded of one document, without what failed for certain. */
final class DocumentTrace {
    private final String id;
    /** Acknowledged writes. */
    final List<Operation> writes = new ArrayList<>();
    /** Writes of unknown outcome, which no read can be held against, and which none can confirm. */
    final List<Operation> unknownWrites = new ArrayList<>();
    /** Deletions, acknowledged or of unknown outcome. */
    final List<Operation> deletions = new ArrayList<>();
    /** Reads that showed a version. */
    final List<Operation> reads = new ArrayList<>();
    /** Reads that showed none. */
    final List<Operation> absences = new ArrayList<>();

    private DocumentTrace(String id) {
        this.id = id;
    }

    /** Returns the documents of a history by their ids. */
    static TreeMap<String, DocumentTrace> all(History history) {
        TreeMap<String, DocumentTrace> traces = new TreeMap<>();
        history.forEachOperation(operation -> {
            Act act = operation.act();
            if (act instanceof Act.Write || act instanceof Act.Delete || act instanceof Act.Read) {
                traces.computeIfAbsent(act.name(), DocumentTrace::new).add(operation);
            }
        });
        return traces;
    }

    String id() {
        return id;
    }

    private void add(Operation operation) {
        boolean isOk = operation.outcome().isOk();
        if (operation.outcome() instanceof Outcome.Failed) {
            return;
        }
        if (operation.act() instanceof Act.Write) {
            (isOk ? writes : unknownWrites).add(operation);
        } else if (operation.act() instanceof Act.Delete) {
            deletions.add(operation);
        } else if (isOk) {
            (operation.outcome() instanceof Outcome.Text ? reads : absences).add(operation);
        }
    }

    /** Returns acknowledged deletions. */
    List<Operation> certainDeletions() {
        return deletions.stream().filter(each -> each.outcome().isOk()).toList();
    }

    /** Returns all writes that may have had an effect. */
    List<Operation> possibleWrites() {
        List<Operation> all = new ArrayList<>(writes);
        all.addAll(unknownWrites);
        return all;
    }

    /** Returns whether no read began after the last acknowledged write or deletion. */
    boolean isNeverReadBack() {
        long last = latest(writes, certainDeletions());
        return last != Long.MIN_VALUE
                && reads.stream().noneMatch(read -> read.began() > last)
                && absences.stream().noneMatch(read -> read.began() > last);
    }

    private static long latest(List<Operation> writes, List<Operation> deletions) {
        long last = Long.MIN_VALUE;
        for (Operation each : writes) {
            last = Math.max(last, each.ended());
        }
        for (Operation each : deletions) {
            last = Math.max(last, each.ended());
        }
        return last;
    }
}
