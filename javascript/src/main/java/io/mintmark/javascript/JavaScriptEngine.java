package io.mintmark.javascript;

import io.mintmark.internal.Ticker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates scripts in a process of its own, which is started when it is first needed and anew when it ended.
 *
 * <p>A process ends when a script takes too long or its heap is full. From then on each answer of the batch is sent at once, and so
 * says which item was under way. That item is tried once more in a fresh process, since others before it may have used the memory
 * up, and has failed if that ends as well.
 *
 * <p>Thread-safe: one batch at a time, in the order of their coming. A batch ends after its time, so that a script that is slow with
 * every document keeps those of others waiting for seconds, and not for hours.
 */
public final class JavaScriptEngine implements AutoCloseable {
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
            return new BatchRun(limits, ticker, program.number(), items).run(() -> running(program), this::end);
        } finally {
            turn.unlock();
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
