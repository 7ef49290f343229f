package io.mintmark.simulation.judge;

import io.mintmark.testkit.history.HistoryRecorder;
import io.mintmark.testkit.history.Operation;
import io.mintmark.testkit.history.ProcessRecorder;
import io.mintmark.testkit.judge.DocumentsJudge;
import io.mintmark.testkit.judge.ListsJudge;
import io.mintmark.testkit.judge.Violation;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What clients did and saw of documents, for the published judges of chains and of lists, who read it after the run.
 * Documents are other ones in each life of their database's name, and after each loss of the store's memory. Used by
 * one thread.
 */
public final class DocumentHistory {
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final Map<String, String> names = new HashMap<>();

    /** Returns what records the operations of a client. */
    public ProcessRecorder client(int number) {
        return recorder.process("client " + number);
    }

    /** Returns what all names of documents of a scope begin with. */
    public static String prefix(long scope) {
        return "shop" + Scope.database(scope) + "." + Scope.era(scope) + "." + Scope.thing(scope) + ":";
    }

    /** Returns the name of a document. */
    public String name(long scope, String id) {
        String full = prefix(scope) + id;
        return names.getOrDefault(full, full);
    }

    /** Takes note that a document which was recorded under {@code name} has got an id. */
    public void gotId(String name, long scope, String id) {
        if (!name.equals(prefix(scope) + id)) {
            names.put(prefix(scope) + id, name);
        }
    }

    /** Lists all documents of a scope that are there in the end. */
    public void readAll(long scope, Collection<String> ids) {
        recorder.process("the end")
                .walk(prefix(scope))
                .ok(ids.stream().map(id -> name(scope, id)).toList());
    }

    /** Ends the recording, and returns the first promise that was broken, if one was. */
    public Optional<String> violation() {
        return DocumentsJudge.create().and(ListsJudge.create()).judge(recorder.history()).violations().stream()
                .findFirst()
                .map(DocumentHistory::text);
    }

    /** Real time, which the recorder took note of, is no part of a run. */
    private static String text(Violation violation) {
        return violation.operations().stream()
                .map(DocumentHistory::text)
                .collect(Collectors.joining("; ", violation.what() + ": ", ""));
    }

    private static String text(Operation operation) {
        return operation.process() + ": " + operation.act() + " -> " + operation.outcome();
    }
}
