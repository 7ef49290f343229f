package io.mintmark.javascript;

import io.mintmark.internal.Ticker;
import io.mintmark.javascript.frame.Frames;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates scripts in a process of its own, which is started when it is first needed and anew when it ended.
 *
 * <p>A process ends when a script takes too long or its heap is full. The answers say which item was under way. It is tried once
 * more in a fresh process, since others before it may have used the memory up, and has failed if that ends as well.
 *
 * <p>Thread-safe: one batch at a time, in the order of their coming. A batch ends after its time, so that a script that is slow with
 * every document keeps those of others waiting for seconds, and not for hours.
 */
public final class JavaScriptEngine implements AutoCloseable {
    /** Bytes, about, that go to the process at once. */
    private static final int REQUEST_BYTES = 4 << 20;

    /** Characters of answers, about, that one batch may bring. */
    private static final long ANSWERS_MAX = 64L << 20;

    private final ScriptLimits limits;
    private final ChildCommand command;
    private final Ticker ticker;
    private final ReentrantLock turn = new ReentrantLock(true);
    private @Nullable ScriptChildProcess child;
    private int programs;

    /** Evaluates within {@code limits}; starts nothing yet. */
    public JavaScriptEngine(ScriptLimits limits) {
        this(limits, null);
    }

    /** Evaluates likewise; the process finds what this one does not have on its class path in the directory {@code jars}. */
    public JavaScriptEngine(ScriptLimits limits, @Nullable Path jars) {
        this(limits, ChildCommand.ofThisProcess(limits, jars), Ticker.SYSTEM);
    }

    JavaScriptEngine(ScriptLimits limits, ChildCommand command, Ticker ticker) {
        this.limits = limits;
        this.command = command;
        this.ticker = ticker;
    }

    /**
     * Loads a program, and finds out which collections it reads.
     *
     * @throws ScriptException if it is no program, or takes too long
     * @throws ScriptEngineException if no process can be had
     */
    public ScriptProgram load(ScriptSource source) {
        turn.lock();
        try {
            int number = ++programs;
            return new ScriptProgram(this, number, source, load(number, source));
        } catch (ChildDiedException e) {
            throw new ScriptException("The script cannot be loaded: " + e.why());
        } finally {
            turn.unlock();
        }
    }

    private List<String> load(int number, ScriptSource source) {
        ScriptChildProcess running = running();
        try {
            Outcome outcome = running.load(number, source);
            if (outcome instanceof Outcome.Failed failed) {
                throw new ScriptException("The script cannot be loaded: " + failed.message());
            }
            return ((Outcome.Done) outcome).texts();
        } catch (ChildDiedException e) {
            end();
            throw e;
        }
    }

    private ScriptChildProcess running() {
        if (child == null || !child.isAlive()) {
            end();
            child = ScriptChildProcess.start(command, limits, ticker);
        }
        return child;
    }

    private ScriptChildProcess running(ScriptProgram program) {
        ScriptChildProcess running = running();
        if (!running.knows(program.number())) {
            List<String> ignored = load(program.number(), program.source());
        }
        return running;
    }

    private void end() {
        if (child != null) {
            child.close();
            child = null;
        }
    }

    List<Outcome> run(ScriptProgram program, List<Item> items) {
        turn.lock();
        try {
            return inTurn(program, items);
        } finally {
            turn.unlock();
        }
    }

    private List<Outcome> inTurn(ScriptProgram program, List<Item> items) {
        List<Outcome> outcomes = new ArrayList<>(items.size());
        long end = ticker.nanos() + limits.batch().toNanos();
        long chars = 0;
        int deaths = 0;
        boolean again = false;
        while (outcomes.size() < items.size()) {
            int before = outcomes.size();
            try {
                long begun = ticker.nanos();
                ScriptChildProcess running = running(program);
                // A process that starts is not the script's slowness.
                end += ticker.nanos() - begun;
                request(running, program, items, outcomes, end);
                again = false;
                for (Outcome outcome : outcomes.subList(before, outcomes.size())) {
                    chars += outcome.length();
                }
                if (chars > ANSWERS_MAX) {
                    throw new AnswersTooLargeException(items.size());
                }
            } catch (ChildDiedException e) {
                end();
                requireFewer(++deaths, e);
                boolean sameItem = again && outcomes.size() == before;
                if (sameItem) {
                    outcomes.add(new Outcome.Failed(e.why()));
                }
                again = !sameItem;
            }
        }
        return outcomes;
    }

    private void requireFewer(int deaths, ChildDiedException last) {
        if (deaths > limits.deaths()) {
            throw new ScriptException(
                    "The script was stopped " + deaths + " times within one batch, the last time because " + last.why()
                            + " Mend it and put the index again.");
        }
    }

    /** Asks for as many of the items that are left as go together, and takes the answers as they come. */
    private void request(
            ScriptChildProcess running, ScriptProgram program, List<Item> items, List<Outcome> outcomes, long end) {
        int from = outcomes.size();
        int to = from;
        long bytes = 0;
        boolean documents = items.get(from) instanceof Item.Document;
        while (to < items.size() && (to == from || bytes + items.get(to).size() <= REQUEST_BYTES)) {
            bytes += items.get(to).size();
            to++;
        }
        List<Item> asked = items.subList(from, to);
        running.ask(out -> {
            out.writeByte(documents ? Frames.MAP : Frames.REDUCE);
            out.writeInt(program.number());
            out.writeInt(asked.size());
            for (Item item : asked) {
                write(out, item);
            }
        });
        for (int i = from; i < to; i++) {
            outcomes.add(running.answer());
            requireTime(outcomes.size(), items.size(), end);
        }
    }

    /** The process goes on with what it was asked: only its end stops it. */
    private void requireTime(int done, int items, long end) {
        if (done < items && ticker.nanos() - end > 0) {
            end();
            throw new BatchTooSlowException(done, items, limits.batch());
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

    /** Ends the process; another use starts one again. */
    @Override
    public void close() {
        turn.lock();
        try {
            end();
        } finally {
            turn.unlock();
        }
    }
}
