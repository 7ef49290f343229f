package io.mintmark.javascript;

import io.mintmark.internal.Ticker;
import io.mintmark.javascript.ProcessPermits.ProcessPermit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One process for scripts, started when it is needed and anew after its end. Used by one thread at a time, which holds
 * its lock.
 */
final class ProcessSlot {
    private final ScriptLimits limits;
    private final ChildCommand command;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock(true);
    private @Nullable ScriptChildProcess child;

    ProcessSlot(ScriptLimits limits, ChildCommand command, Ticker ticker) {
        this.limits = limits;
        this.command = command;
        this.ticker = ticker;
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** Returns the process, running; whoever holds {@code permit} waits for its start. */
    ScriptChildProcess running(ProcessPermit permit) {
        ScriptChildProcess present = child;
        if (present != null && present.isAlive()) {
            return present;
        }
        end();
        permit.starting();
        ScriptChildProcess started = ScriptChildProcess.start(command, limits, ticker);
        child = started;
        return started;
    }

    /** Starts a process if the one before was ended: the next who comes should not wait for what the caller did. */
    void startAgain(ProcessPermit permit) {
        try {
            var ignored = running(permit);
        } catch (ScriptEngineException e) {
            // The next who needs it tries again, and says why it cannot be had.
            end();
        }
    }

    /** Ends the process at once, whatever it does. */
    void end() {
        if (child != null) {
            child.close();
            child = null;
        }
    }
}
