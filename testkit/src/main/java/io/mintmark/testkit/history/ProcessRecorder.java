package io.mintmark.testkit.history;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records what one process of the system does: a program, a client, a generator, a thread.
 *
 * <p>Numbers belong to processes: what reserves a range also issues its numbers. Each method but {@link #issued}
 * records an invocation and returns a {@link Call} for the completion, so call it right before the request is sent.
 * Safe for use by several threads. After the end of the recording each method throws {@link IllegalStateException}.
 */
public final class ProcessRecorder {
    private final HistoryRecorder recorder;
    private final String process;
    private final Map<String, IssuedRuns> runs = new ConcurrentHashMap<>();

    ProcessRecorder(HistoryRecorder recorder, String process) {
        this.recorder = recorder;
        this.process = process;
    }

    /** Begins to reserve a range of {@code counter}. */
    public Call reserve(String counter) {
        flush(counter);
        return begin(new Act.Reserve(counter));
    }

    /**
     * Records that {@code number} of {@code counter} was issued. Where numbers follow each other, that takes little
     * more than reading the clock.
     */
    public void issued(String counter, long number) {
        issued(counter, number, number);
    }

    /** Records that each number of {@code [low, high]} of {@code counter} was issued. */
    public void issued(String counter, long low, long high) {
        if (high < low) {
            throw new IllegalArgumentException(
                    "issued numbers must have low <= high: " + counter + ", " + low + ", " + high);
        }
        runsOf(counter).add(low, high);
    }

    /** Begins to give the numbers of {@code counter} above {@code last}, up to {@code end}, back. */
    public Call giveBack(String counter, long last, long end) {
        flush(counter);
        return begin(new Act.GiveBack(counter, last, end));
    }

    /** Begins to drop {@code name} and to create it again. */
    public Call drop(String name) {
        recorder.flush(name);
        return begin(new Act.Drop(name));
    }

    /** Begins to ask for the next number of {@code identity}. */
    public Call identity(String identity) {
        return begin(new Act.NextIdentity(identity, null));
    }

    /** Begins to ask for the next number of {@code identity}, once for all requests with that id. */
    public Call identity(String identity, String requestId) {
        return begin(new Act.NextIdentity(identity, requestId));
    }

    /** Begins any request that must be answered alike whenever it is sent. */
    public Call request(String what, String requestId) {
        return begin(new Act.Ask(what, requestId));
    }

    /** Begins to write {@code document}, whatever version it has. */
    public Call write(String document) {
        return begin(new Act.Write(document, null));
    }

    /** Begins to write {@code document} if its version is {@code ifMatch}; empty if it must be absent. */
    public Call write(String document, String ifMatch) {
        return begin(new Act.Write(document, ifMatch));
    }

    /** Begins to delete {@code document}, whatever version it has. */
    public Call delete(String document) {
        return begin(new Act.Delete(document, null));
    }

    /** Begins to delete {@code document} if its version is {@code ifMatch}. */
    public Call delete(String document, String ifMatch) {
        if (ifMatch.isEmpty()) {
            throw new IllegalArgumentException("a deletion must name a version that is not empty: " + document
                    + "; delete(document) is for any version");
        }
        return begin(new Act.Delete(document, ifMatch));
    }

    /** Begins to read {@code document}. */
    public Call read(String document) {
        return begin(new Act.Read(document));
    }

    /** Begins to read all pages of the list of documents whose ids begin with {@code prefix}. */
    public Call walk(String prefix) {
        return begin(new Act.Walk(prefix));
    }

    private Call begin(Act act) {
        return new Call(recorder, act, recorder.begin(process, act));
    }

    private IssuedRuns runsOf(String counter) {
        IssuedRuns known = runs.get(counter);
        return known != null ? known : runs.computeIfAbsent(counter, any -> new IssuedRuns(recorder, process, counter));
    }

    /** Writes runs of {@code counter}, so that what follows comes after them. */
    void flush(String counter) {
        IssuedRuns known = runs.get(counter);
        if (known != null) {
            known.flush();
        }
    }

    void flush() {
        runs.values().forEach(IssuedRuns::flush);
    }
}
