package io.mintmark.javascript;

import io.mintmark.internal.Ticker;
import io.mintmark.javascript.frame.Frames;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One batch of items, until each has its outcome. Used once, by one thread. */
final class BatchRun {
    /** Bytes, about, that go to the process at once. */
    private static final int REQUEST_BYTES = 4 << 20;

    /** Characters of answers, about, that one batch may bring. */
    private static final long ANSWERS_MAX = 64L << 20;

    private final ScriptLimits limits;
    private final Ticker ticker;
    private final int program;
    private final List<Item> items;
    private final List<Outcome> outcomes;
    private long end;
    private long chars;
    private int deaths;
    private boolean isEachSent;
    private boolean isTriedAgain;

    BatchRun(ScriptLimits limits, Ticker ticker, int program, List<Item> items) {
        this.limits = limits;
        this.ticker = ticker;
        this.program = program;
        this.items = items;
        this.outcomes = new ArrayList<>(items.size());
        this.end = ticker.nanos() + limits.batch().toNanos();
    }

    /** Asks {@code process} for all outcomes, and again once it was stopped. */
    List<Outcome> run(Supplier<ScriptChildProcess> process, Runnable stop) {
        while (outcomes.size() < items.size()) {
            int before = outcomes.size();
            try {
                ask(started(process), stop);
                isTriedAgain = false;
            } catch (ChildDiedException e) {
                stop.run();
                died(e, before);
            }
        }
        return outcomes;
    }

    /** A process that starts is not the script's slowness. */
    private ScriptChildProcess started(Supplier<ScriptChildProcess> process) {
        long begun = ticker.nanos();
        ScriptChildProcess running = process.get();
        end += ticker.nanos() - begun;
        return running;
    }

    /** Judges the item that was under way. Which one that was is known only if each answer was sent at once. */
    private void died(ChildDiedException death, int before) {
        deaths++;
        requireFewDeaths(death);
        boolean isSameItem = isTriedAgain && outcomes.size() == before;
        if (isSameItem) {
            outcomes.add(new Outcome.Failed(death.why()));
        }
        isTriedAgain = isEachSent && !isSameItem;
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
    private void ask(ScriptChildProcess running, Runnable stop) {
        List<Item> asked = items.subList(outcomes.size(), endOfRequest());
        running.ask(out -> write(out, asked));
        for (int i = 0; i < asked.size(); i++) {
            Outcome outcome = running.answer();
            outcomes.add(outcome);
            chars += outcome.length();
            requireTime(stop);
        }
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

    /** The process goes on with what it was asked: only its end stops it. */
    private void requireTime(Runnable stop) {
        if (outcomes.size() < items.size() && ticker.nanos() - end > 0) {
            stop.run();
            throw new BatchTooSlowException(outcomes.size(), items.size(), limits.batch());
        }
    }

    private void write(DataOutputStream out, List<Item> asked) throws IOException {
        out.writeByte(asked.get(0) instanceof Item.Document ? Frames.MAP : Frames.REDUCE);
        out.writeInt(program);
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
