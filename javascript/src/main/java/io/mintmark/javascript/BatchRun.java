package io.mintmark.javascript;

import io.mintmark.internal.Ticker;
import io.mintmark.javascript.ProcessPermits.ProcessPermit;
import io.mintmark.javascript.child.Frames;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One batch of items, until each has its outcome. It takes one turn at a process after the other: a turn ends with the
 * batch or with the process, so that others come between two deaths. Used by one thread.
 */
final class BatchRun {
    /** Bytes, about, that go to the process at once. */
    private static final int REQUEST_BYTES = 4 << 20;

    /** Characters of answers, about, that one batch may bring. */
    private static final long ANSWERS_MAX = 64L << 20;

    private final ScriptLimits limits;
    private final Ticker ticker;
    private final ScriptProgram program;
    private final List<Item> items;
    private final List<Outcome> outcomes;
    /** The time that is left of the batch's. */
    private long left;

    private long chars;
    private int deaths;
    private boolean isEachSent;

    BatchRun(ScriptLimits limits, Ticker ticker, ScriptProgram program, List<Item> items) {
        this.limits = limits;
        this.ticker = ticker;
        this.program = program;
        this.items = items;
        this.outcomes = new ArrayList<>(items.size());
        this.left = limits.batch().toNanos();
        // Where there is only one, everybody knows which was under way.
        this.isEachSent = items.size() == 1;
    }

    boolean isDone() {
        return outcomes.size() == items.size();
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    /** Asks the process for what is left, until all is there or the process has ended, which is started again then. */
    void take(ProcessSlot slot, ProcessPermit permit) {
        ScriptChildProcess running = slot.running(permit);
        long begun = ticker.nanos();
        running.turnBegins();
        try {
            running.know(program);
            while (!isDone()) {
                ask(running, begun + left);
            }
        } catch (ChildDiedException e) {
            slot.end();
            permit.slow();
            died(e, running.isFresh());
        } catch (RuntimeException | Error e) {
            // Answers that nobody took would be the next program's.
            slot.end();
            throw e;
        } finally {
            left -= ticker.nanos() - begun;
            if (left < 0 || running.wasSlow()) {
                permit.slow();
            }
            slot.startAgain(permit);
        }
    }

    /** Judges the item that was under way. Which one that was is known only if each answer was sent at once. */
    private void died(ChildDiedException death, boolean isFresh) {
        deaths++;
        requireFewDeaths(death);
        if (isEachSent && (death.isLate() || isFresh)) {
            outcomes.add(new Outcome.Failed(death.why()));
        }
        isEachSent = true;
    }

    private void requireFewDeaths(ChildDiedException last) {
        if (deaths > limits.deaths()) {
            throw new ScriptException(
                    "The script was stopped " + deaths + " times within one batch, the last time because " + last.why()
                            + " Mend it and put the index again.");
        }
    }

    /** Asks for as many of the items that are left as go together, and takes the answers as they come. */
    private void ask(ScriptChildProcess running, long end) {
        List<Item> asked = items.subList(outcomes.size(), endOfRequest());
        running.ask(out -> write(out, asked));
        for (int i = 0; i < asked.size(); i++) {
            Outcome outcome = running.answer();
            outcomes.add(outcome);
            chars += outcome.length();
            requireTime(end);
            requireFewChars();
        }
    }

    private void requireFewChars() {
        if (chars > ANSWERS_MAX) {
            throw new AnswersTooLargeException(items.size());
        }
    }

    private int endOfRequest() {
        int from = outcomes.size();
        int to = from;
        long bytes = 0;
        while (to < items.size() && (to == from || bytes + items.get(to).size() <= REQUEST_BYTES)) {
            bytes += items.get(to).size();
            to++;
        }
        return to;
    }

    private void requireTime(long end) {
        if (!isDone() && ticker.nanos() - end > 0) {
            throw new BatchTooSlowException(outcomes.size(), items.size(), limits.batch());
        }
    }

    private void write(DataOutputStream out, List<Item> asked) throws IOException {
        out.writeByte(asked.get(0) instanceof Item.Document ? Frames.MAP : Frames.REDUCE);
        out.writeInt(program.number());
        out.writeBoolean(isEachSent);
        out.writeInt(asked.size());
        for (Item item : asked) {
            write(out, item);
        }
    }

    private static void write(DataOutputStream out, Item item) throws IOException {
        if (item instanceof Item.Document document) {
            out.writeInt(document.maps().size());
            for (int map : document.maps()) {
                out.writeInt(map);
            }
            Frames.writeText(out, document.json());
        } else if (item instanceof Item.Group group) {
            Frames.writeText(out, group.key());
            Frames.writeText(out, group.values());
        }
    }
}
