package io.mintmark.javascript;

import io.mintmark.internal.Ticker;
import io.mintmark.javascript.frame.Alarm;
import io.mintmark.javascript.frame.Frames;
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

    /** Time to load a program, before each batch, beyond the limit that the process itself keeps. */
    private static final Duration LOADED_LATE = Duration.ofSeconds(2);

    /** The process ends late items itself where it can, which costs less than a new one. */
    private static final int PATIENCE = 2;

    /** What a JVM says that ends because its memory is full. */
    private static final int OUT_OF_MEMORY = 3;

    private final Process process;
    private final ScriptLimits limits;
    private final Alarm alarm;
    private boolean isLate;
    private boolean isFirst;
    private final ErrorLines errors;
    private final DataOutputStream out;
    private final DataInputStream in;
    private final Set<Integer> programs = new HashSet<>();

    private ScriptChildProcess(Process process, ScriptLimits limits, Ticker ticker) {
        this.process = process;
        this.limits = limits;
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
        } catch (ChildDiedException e) {
            child.close();
            throw new ScriptEngineException(
                    "The process for scripts does not start, because " + e.why() + " It said: " + child.errors.text(),
                    e);
        }
        return child;
    }

    private void awaitReady() {
        Outcome ready = within(START, this::read);
        if (ready instanceof Outcome.Failed failed) {
            throw new ChildDiedException(failed.message());
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean knows(int program) {
        return programs.contains(program);
    }

    Outcome load(int program, ScriptSource source) {
        ask(request -> {
            request.writeByte(Frames.LOAD);
            request.writeInt(program);
            Frames.writeTexts(request, source.libraries());
            Frames.writeTexts(request, source.maps());
            Frames.writeText(request, source.reduce());
        });
        Outcome outcome = answer();
        if (outcome instanceof Outcome.Done) {
            programs.add(program);
        }
        return outcome;
    }

    /** Writes a request. */
    @FunctionalInterface
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    void ask(Writing request) {
        Writing ignored = within(limits.item().multipliedBy(PATIENCE), () -> {
            request.to(out);
            out.flush();
            return request;
        });
        isFirst = true;
    }

    Outcome answer() {
        Duration patience = limits.item().multipliedBy(PATIENCE);
        Duration first = patience.plus(limits.load()).plus(LOADED_LATE);
        Outcome outcome = within(isFirst ? first : patience, this::read);
        isFirst = false;
        return outcome;
    }

    /** Talks to the process. */
    @FunctionalInterface
    private interface Talk<T> {
        T now() throws IOException;
    }

    /** A process that is late is ended: a read from it cannot be given up in another way. */
    private <T> T within(Duration patience, Talk<T> talk) {
        alarm.set(patience.toNanos(), process::destroyForcibly);
        try {
            return talk.now();
        } catch (IOException e) {
            isLate |= alarm.clear();
            throw died();
        } finally {
            isLate |= alarm.clear();
        }
    }

    private Outcome read() throws IOException {
        int kind = in.readByte();
        if (kind != Frames.DONE && kind != Frames.FAILED) {
            throw new IOException("no answer begins with " + kind);
        }
        List<String> texts = Frames.readTexts(in);
        return kind == Frames.DONE ? new Outcome.Done(texts) : new Outcome.Failed(String.join(" ", texts));
    }

    private ChildDiedException died() {
        // A process that ends says why by its status, unless it is ended before it has.
        Integer status = isLate ? null : status();
        process.destroyForcibly();
        if (isLate) {
            return new ChildDiedException(
                    "it took more than " + limits.item().toMillis() + " ms for one document or group.");
        }
        return status != null && status == OUT_OF_MEMORY
                ? new ChildDiedException("it needed more than " + limits.heapMegabytes() + " MB of memory.")
                : new ChildDiedException("its process ended with the status " + status + ".");
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
