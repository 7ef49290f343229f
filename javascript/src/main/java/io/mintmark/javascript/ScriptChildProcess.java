package io.mintmark.javascript;

import io.mintmark.internal.Ticker;
import io.mintmark.javascript.child.Alarm;
import io.mintmark.javascript.child.Frames;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A running process for scripts. Used by one thread at a time. */
final class ScriptChildProcess implements AutoCloseable {
    /** Until it is ready: a JVM starts, and reads the engine's classes. */
    private static final Duration START = Duration.ofSeconds(60);

    /** The process ends late items itself where it can, which costs less than a new one: so much later it is ended. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** What one program takes of a processor at a time before it counts as slow. */
    private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What a JVM says that ends because its memory is full. */
    private static final int OUT_OF_MEMORY = 3;

    private final Process process;
    private final ScriptLimits limits;
    private final Alarm alarm;
    private final Ticker ticker;
    private boolean isLate;
    private boolean wasLate;
    private long turnBegun;
    private long items;
    private int loads;
    private final ErrorLines errors;
    private final DataOutputStream out;
    private final DataInputStream in;
    private final Set<Integer> programs = new HashSet<>();

    private ScriptChildProcess(Process process, ScriptLimits limits, Ticker ticker) {
        this.process = process;
        this.limits = limits;
        this.ticker = ticker;
        this.alarm = Alarm.start(ticker);
        this.errors = ErrorLines.of(process);
        this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
    }

    static ScriptChildProcess start(ChildCommand command, ScriptLimits limits, Ticker ticker) {
        ProcessBuilder builder =
                new ProcessBuilder(command.words()).directory(new File(System.getProperty("java.io.tmpdir")));
        builder.environment().clear();
        ScriptChildProcess child;
        try {
            child = new ScriptChildProcess(builder.start(), limits, ticker);
        } catch (IOException e) {
            throw new ScriptEngineException(
                    "The process for scripts cannot be started: " + e.getMessage()
                            + ". Look at the limits of processes and memory of this machine.",
                    e);
        }
        try {
            child.awaitReady();
            ChildCommand.lower(child.process);
        } catch (ChildDiedException e) {
            child.close();
            throw new ScriptEngineException(
                    "The process for scripts does not start, because " + e.why() + " It said: " + child.errors.text(),
                    e);
        }
        return child;
    }

    private void awaitReady() {
        Outcome ready = read(kind(START));
        if (ready instanceof Outcome.Failed failed) {
            throw new ChildDiedException(failed.message(), false);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Begins to measure what one program takes. */
    void turnBegins() {
        wasLate = false;
        turnBegun = cpuNanos();
    }

    /** Returns whether something took longer than it may since then, or all together too much of a processor. */
    boolean wasSlow() {
        return wasLate || cpuNanos() - turnBegun > SLOW_NANOS;
    }

    /** Returns its processor time; 0 where the system does not say, and once it has ended. */
    private long cpuNanos() {
        return process.toHandle()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }

    /** Returns whether only what is under way can have filled its memory: no other program, and no item before. */
    boolean isFresh() {
        return items == 0 && loads <= 1;
    }

    Outcome load(int program, ScriptSource source) {
        loads++;
        send(item(), request -> write(request, Frames.LOAD, program, source));
        Outcome outcome = read(kind(load()));
        if (outcome instanceof Outcome.Done) {
            programs.add(program);
        }
        return outcome;
    }

    /** Makes sure that it has a program, which some process has loaded: it is not evaluated once more for that. */
    void know(ScriptProgram program) {
        if (programs.add(program.number())) {
            loads++;
            send(item(), request -> write(request, Frames.KEEP, program.number(), program.source()));
        }
    }

    private static void write(DataOutputStream request, int verb, int program, ScriptSource source) throws IOException {
        request.writeByte(verb);
        request.writeInt(program);
        Frames.writeTexts(request, source.libraries());
        Frames.writeTexts(request, source.maps());
        Frames.writeText(request, source.reduce());
    }

    /** Writes a request. */
    @FunctionalInterface
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    /** Asks for documents or groups. */
    void ask(Writing request) {
        send(item(), request);
    }

    private Duration item() {
        return limits.item().plus(GRACE);
    }

    private Duration load() {
        return limits.load().plus(GRACE);
    }

    /** Returns the next answer; the process says when it loads the program first, which has a time of its own. */
    Outcome answer() {
        int kind = kind(item());
        while (kind == Frames.LOADING || kind == Frames.LOADED) {
            kind = kind(kind == Frames.LOADING ? load() : item());
        }
        Outcome outcome = read(kind);
        items++;
        return outcome;
    }

    private int kind(Duration patience) {
        return within(patience, () -> (int) in.readByte());
    }

    private Outcome read(int kind) {
        return within(item(), () -> outcome(kind));
    }

    private void send(Duration patience, Writing request) {
        Writing ignored = within(patience, () -> {
            request.to(out);
            out.flush();
            return request;
        });
    }

    /** Talks to the process. */
    @FunctionalInterface
    private interface Talk<T> {
        T now() throws IOException;
    }

    /** A process that is late is ended: a read from it cannot be given up in another way. */
    private <T> T within(Duration patience, Talk<T> talk) {
        Duration limit = patience.minus(GRACE);
        long begun = ticker.nanos();
        alarm.set(patience.toNanos(), process::destroyForcibly);
        try {
            return talk.now();
        } catch (IOException e) {
            isLate |= alarm.clear();
            throw died(limit);
        } finally {
            isLate |= alarm.clear();
            wasLate |= ticker.nanos() - begun >= limit.toNanos();
        }
    }

    private Outcome outcome(int kind) throws IOException {
        if (kind != Frames.DONE && kind != Frames.FAILED) {
            throw new IOException("no answer begins with " + kind);
        }
        List<String> texts = Frames.readTexts(in);
        return kind == Frames.DONE ? new Outcome.Done(texts) : new Outcome.Failed(String.join(" ", texts));
    }

    private ChildDiedException died(Duration limit) {
        // A process that ends says why by its status, unless it is ended before it has.
        Integer status = isLate ? null : status();
        process.destroyForcibly();
        if (isLate) {
            return new ChildDiedException("it took more than " + limit.toMillis() + " ms.", true);
        }
        return new ChildDiedException(
                status != null && status == OUT_OF_MEMORY
                        ? "it needed more than " + limits.heapMegabytes() + " MB of memory."
                        : "its process ended with the status " + status + ".",
                false);
    }

    private @Nullable Integer status() {
        try {
            return process.waitFor(5, TimeUnit.SECONDS) ? process.exitValue() : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    public void close() {
        alarm.close();
        process.destroyForcibly();
    }
}
