package io.mintmark.javascript;

import io.mintmark.internal.Ticker;
import io.mintmark.javascript.ProcessPermits.ProcessPermit;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates scripts in processes of their own, each of which is started when it is first needed and anew when it ended.
 *
 * <p>A process ends when a script takes too long or its heap is full. From then on each answer of the batch is sent at
 * once, and so says which item was under way. That item has failed if it was late, or if a fresh process began with it:
 * others before it may have used the memory up.
 *
 * <p>Thread-safe: each process does one thing at a time, for the program that has a {@linkplain ProcessPermits permit}.
 * A program asks for one anew after each end of a process, and a batch ends after its time. A script that is slow with
 * every document, or ends a process with each of them, keeps those of others waiting for seconds, and not for hours.
 */
public final class JavaScriptEngine implements AutoCloseable {
    /** How many processes there are. */
    static final int PROCESSES = 2;

    private final ScriptLimits limits;
    private final Ticker ticker;
    private final List<ProcessSlot> processes;
    private final AtomicInteger programs = new AtomicInteger();

    /** Evaluates within {@code limits}; starts nothing yet. */
    public JavaScriptEngine(ScriptLimits limits) {
        this(limits, null);
    }

    /**
     * Evaluates likewise; the process finds what this one does not have on its class path in the directory
     * {@code jars}.
     */
    public JavaScriptEngine(ScriptLimits limits, @Nullable Path jars) {
        this(limits, ChildCommand.ofThisProcess(limits, jars), Ticker.SYSTEM);
    }

    JavaScriptEngine(ScriptLimits limits, ChildCommand command, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
        // Those who share the second one have waited for slow scripts before.
        this.processes =
                List.of(new ProcessSlot(limits, command.quickly(), ticker), new ProcessSlot(limits, command, ticker));
    }

    /** Loads a program likewise, which shares one process with others in the order of their coming. */
    public ScriptProgram load(ScriptSource source) {
        return load(source, FirstCome::new);
    }

    /** Everybody uses the first process, whose lock keeps the order. */
    private static final class FirstCome implements ProcessPermit {
        @Override
        public int process() {
            return 0;
        }

        @Override
        public void close() {}
    }

    /**
     * Loads a program, and finds out which collections it reads.
     *
     * @param permits say when it may use which process, now and later
     * @throws ScriptException if it is no program, or takes too long
     * @throws ScriptEngineException if no process can be had
     */
    public ScriptProgram load(ScriptSource source, ProcessPermits permits) {
        int number = programs.incrementAndGet();
        try (ProcessPermit permit = permits.acquire()) {
            ProcessSlot slot = processes.get(permit.process());
            slot.lock();
            try {
                return new ScriptProgram(this, permits, number, source, load(slot, permit, number, source));
            } finally {
                slot.unlock();
            }
        }
    }

    private static List<String> load(ProcessSlot slot, ProcessPermit permit, int number, ScriptSource source) {
        Outcome outcome = loaded(slot, permit, number, source);
        if (outcome instanceof Outcome.Failed failed) {
            throw new ScriptException("The script cannot be loaded: " + failed.message());
        }
        return ((Outcome.Done) outcome).texts();
    }

    /** Tries a fresh process where other programs may have used the memory up. */
    private static Outcome loaded(ProcessSlot slot, ProcessPermit permit, int number, ScriptSource source) {
        ScriptChildProcess running = slot.running(permit);
        running.turnBegins();
        try {
            Outcome outcome = running.load(number, source);
            if (running.wasSlow()) {
                permit.slow();
            }
            return outcome;
        } catch (ChildDiedException e) {
            slot.end();
            if (!e.isLate() && !running.isFresh()) {
                return loaded(slot, permit, number, source);
            }
            permit.slow();
            slot.startAgain(permit);
            return new Outcome.Failed(e.why());
        } catch (RuntimeException | Error e) {
            // An answer that nobody took would be the next program's.
            slot.end();
            throw e;
        }
    }

    List<Outcome> run(ScriptProgram program, List<Item> items) {
        BatchRun run = new BatchRun(limits, ticker, program, items);
        while (!run.isDone()) {
            try (ProcessPermit permit = program.permits().acquire()) {
                ProcessSlot slot = processes.get(permit.process());
                slot.lock();
                try {
                    run.take(slot, permit);
                } finally {
                    slot.unlock();
                }
            }
        }
        return run.outcomes();
    }

    /** Ends the processes; another use starts one again. */
    @Override
    public void close() {
        for (ProcessSlot slot : processes) {
            slot.lock();
            try {
                slot.end();
            } finally {
                slot.unlock();
            }
        }
    }
}
