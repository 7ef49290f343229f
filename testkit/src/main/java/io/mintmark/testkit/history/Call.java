package io.mintmark.testkit.history;

import java.util.List;

/**
 * An operation that was invoked; tell it once what became of it.
 *
 * <p>Closed without that its outcome is unknown, so that an exception needs no code of its own:
 *
 * <pre>{@code
 * try (Call call = till.reserve("orders")) {
 *     Range range = source.reserve(32);
 *     call.ok(range.low(), range.high());
 * }
 * }</pre>
 *
 * <p>Tell it {@link #failed} only where the system said so: a broken connection or a timeout says nothing. Safe for
 * use by several threads; the first outcome counts, and another one throws {@link IllegalStateException}. An answer of
 * another form throws {@link IllegalArgumentException}, and leaves the outcome untold. What is told after the end of
 * the recording is dropped, so that the outcome stays unknown.
 */
public final class Call implements AutoCloseable {
    private final HistoryRecorder recorder;
    private final Act act;
    private final long number;
    private boolean isTold;

    Call(HistoryRecorder recorder, Act act, long number) {
        this.recorder = recorder;
        this.act = act;
        this.number = number;
    }

    /** It succeeded and there is nothing to say: a return, a drop, a deletion, or a read that found no document. */
    public void ok() {
        require(
                act instanceof Act.GiveBack
                        || act instanceof Act.Drop
                        || act instanceof Act.Delete
                        || act instanceof Act.Read,
                "ok()");
        tell(new Outcome.Done());
    }

    /** It succeeded: the identity. */
    public void ok(long number) {
        require(act instanceof Act.NextIdentity, "ok(number)");
        tell(new Outcome.Numbers(number, number));
    }

    /** It succeeded: the first and the last number of the range. */
    public void ok(long low, long high) {
        require(act instanceof Act.Reserve, "ok(low, high)");
        tell(new Outcome.Numbers(low, high));
    }

    /** It succeeded: the version that a write made or a read found, or the answer to a request. */
    public void ok(String text) {
        require(act instanceof Act.Write || act instanceof Act.Read || act instanceof Act.Ask, "ok(text)");
        if (text.isEmpty() && !(act instanceof Act.Ask)) {
            throw new IllegalArgumentException(
                    "a version must not be empty, which stands for a document that is absent: " + act
                            + "; tell the version that the system names, or leave the outcome unknown");
        }
        tell(new Outcome.Text(text));
    }

    /** It succeeded: the ids of all pages, in their order. */
    public void ok(List<String> ids) {
        require(act instanceof Act.Walk, "ok(ids)");
        tell(new Outcome.Ids(ids));
    }

    /** It failed for certain, and never has an effect. */
    public void failed() {
        tell(new Outcome.Failed());
    }

    /** Leaves the outcome unknown if it was not told. */
    @Override
    public synchronized void close() {
        isTold = true;
    }

    private synchronized void tell(Outcome outcome) {
        if (isTold) {
            throw new IllegalStateException("an operation has one outcome: " + act + ", and then " + outcome);
        }
        isTold = true;
        recorder.end(act, number, outcome);
    }

    private void require(boolean fits, String told) {
        if (!fits) {
            throw new IllegalArgumentException("this operation has another form of answer: " + act + ", " + told);
        }
    }
}
