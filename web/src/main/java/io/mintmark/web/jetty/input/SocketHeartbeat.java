package io.mintmark.web.jetty.input;

import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks whether the client of one WebSocket is there, by pings, which every WebSocket library answers by itself. At the
 * same time it asks the gate again: a certificate may expire while its client is connected.
 *
 * <p>Silence is counted in beats, not read off a clock: while this server itself is paused, no client is asked
 * anything.
 */
final class SocketHeartbeat {
    private static final Logger LOG = LoggerFactory.getLogger(SocketHeartbeat.class);
    private static final int PINGS_PER_SILENCE = 3;

    private final SocketConnection socket;
    private final Duration silenceMax;
    private final Scheduler scheduler;
    private final Runnable gate;
    private final AtomicBoolean pinging = new AtomicBoolean();
    private final AtomicBoolean heard = new AtomicBoolean(true);
    /** Used only by the beat, of which there is one at a time. */
    private int beatsUnheard;

    private volatile Scheduler.@Nullable Task next;

    /**
     * Does not beat yet.
     *
     * @param silenceMax how long the client may not be heard although it is asked
     * @param gate throws an {@link ApiException} when it lets the client in no longer
     */
    SocketHeartbeat(SocketConnection socket, Duration silenceMax, Scheduler scheduler, Runnable gate) {
        this.socket = socket;
        this.silenceMax = silenceMax;
        this.scheduler = scheduler;
        this.gate = gate;
    }

    /** Beats from now on. */
    void begin() {
        beatLater();
    }

    /** The client is there: something came from it. */
    void heard() {
        heard.set(true);
    }

    /** Beats no more. */
    void end() {
        Scheduler.Task beating = next;
        if (beating != null) {
            beating.cancel();
        }
    }

    private void beatLater() {
        long millis = Math.max(1, silenceMax.toMillis() / PINGS_PER_SILENCE);
        next = scheduler.schedule(this::beat, millis, TimeUnit.MILLISECONDS);
    }

    private void beat() {
        try {
            beatOnce();
        } catch (Throwable t) {
            // No beat would follow, and nothing notice that the client is gone.
            LOG.error("a WebSocket could not be looked after", t);
            socket.breakOff();
        }
    }

    private void beatOnce() {
        CoreSession open = socket.session();
        if (socket.isClosing()) {
            return;
        }
        try {
            gate.run();
        } catch (ApiException refused) {
            socket.close(Socket.RULE_BROKEN, String.valueOf(refused.getMessage()));
            return;
        }
        if (!open.isOutputOpen()) {
            // Jetty said goodbye because of malformed bytes, and nothing reads the client's answer.
            open.abort();
            return;
        }
        beatsUnheard = heard.getAndSet(false) ? 0 : beatsUnheard + 1;
        if (beatsUnheard == PINGS_PER_SILENCE) {
            socket.close(
                    Socket.GONE, "This client answered no ping for " + silenceMax.toMillis() + " ms. Connect again.");
            return;
        }
        if (pinging.compareAndSet(false, true)) {
            open.sendFrame(new Frame(OpCode.PING), Callback.from(() -> pinging.set(false)), false);
        }
        beatLater();
    }
}
