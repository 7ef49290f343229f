package io.mintmark.web.jetty.input;

import io.mintmark.support.Incidents;
import io.mintmark.web.admission.SocketResources;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Socket;
import io.mintmark.web.http.SocketEndpoint;
import io.mintmark.web.http.SocketReceiver;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket while Jetty carries it.
 *
 * <p><b>Reading.</b> The next frame is asked for when the one before was handled, under a permit like a request. A
 * client that floods the socket therefore waits for itself, and takes turns with everybody else, also with pings and
 * pieces of messages.
 *
 * <p><b>Writing.</b> One frame is under way at a time, and the receiver keeps what follows it.
 *
 * <p><b>Quiet clients.</b> Nobody has to send anything, so the limits on slow and idle requests do not apply. Its
 * {@link SocketHeartbeat} finds out instead whether the client is there.
 */
public final class SocketConnection implements FrameHandler, Configuration.Customizer, Socket {
    private static final Logger LOG = LoggerFactory.getLogger(SocketConnection.class);
    /** How long a message of a client may be: an id and its escapes. */
    private static final int MESSAGE_BYTES_MAX = 8 << 10;

    /**
     * How much of a longer one is dropped, so that its sender hears the refusal: a close over unread bytes is a reset.
     */
    private static final int DROPPED_BYTES_MAX = 256 << 10;

    private static final int FRAME_BYTES_MAX = 64 << 10;
    /** How long a client may take to hear why its connection ends. */
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    private final SocketEndpoint.Opening opening;
    private final SocketResources resources;
    private final Scheduler scheduler;
    private final SocketHeartbeat heartbeat;
    private final Pump pump = new Pump();
    private final AtomicBoolean closing = new AtomicBoolean();
    /** The message that comes, as far as it is there; one thread at a time reads, like the field after it. */
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();

    private long messageBytes;
    private volatile @Nullable CoreSession session;
    private volatile @Nullable SocketReceiver receiver;

    /**
     * Lasts as long as {@code gate} lets the client in, which throws an {@link ApiException} when it does so no longer.
     */
    public SocketConnection(
            SocketEndpoint.Opening opening, SocketResources resources, Scheduler scheduler, Runnable gate) {
        this.opening = opening;
        this.resources = resources;
        this.scheduler = scheduler;
        this.heartbeat = new SocketHeartbeat(this, resources.silenceMax(), scheduler, gate);
    }

    @Override
    public void customize(Configuration configuration) {
        configuration.setIdleTimeout(Duration.ZERO);
        configuration.setMaxFrameSize(FRAME_BYTES_MAX);
    }

    /** Sends what the receiver has, a frame at a time. */
    private final class Pump extends IteratingCallback {
        @Override
        protected Action process() {
            SocketReceiver from = receiver;
            CoreSession to = session;
            byte[] next = from == null ? null : from.next();
            if (next == null || to == null) {
                return Action.IDLE;
            }
            to.sendFrame(new Frame(OpCode.TEXT, ByteBuffer.wrap(next)), this, false);
            return Action.SCHEDULED;
        }

        /** It never sends again: a client that stayed connected would hear nothing more, and take that for quiet. */
        @Override
        protected void onCompleteFailure(Throwable cause) {
            LOG.debug("a message on a WebSocket could not be sent", cause);
            breakOff();
        }
    }

    @Override
    public void onOpen(CoreSession opened, Callback callback) {
        session = opened;
        receiver = opening.open(this);
        callback.succeeded();
        pump.iterate();
        heartbeat.begin();
        opened.demand();
    }

    /** Returns what carries it, once it is open. */
    CoreSession session() {
        CoreSession open = session;
        if (open == null) {
            throw new IllegalStateException("the socket must be open");
        }
        return open;
    }

    /** Ends the connection without a word. */
    void breakOff() {
        CoreSession open = session;
        if (open != null) {
            open.abort();
        }
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        heartbeat.heard();
        switch (frame.getOpCode()) {
            case OpCode.TEXT, OpCode.CONTINUATION -> take(frame, callback);
            case OpCode.BINARY -> refuse(CloseStatus.BAD_DATA, "A command must be a text, not binary.", callback);
            case OpCode.PING -> {
                byte[] payload = BufferUtil.toArray(frame.getPayload());
                callback.succeeded();
                Frame pong = new Frame(OpCode.PONG, ByteBuffer.wrap(payload));
                inItsTurn(() -> session().sendFrame(pong, Callback.from(this::readOn, broken -> {}), false));
            }
            case OpCode.CLOSE -> callback.succeeded();
            default -> {
                callback.succeeded();
                inItsTurn(this::readOn);
            }
        }
    }

    /** Frames that were sent together would otherwise be handled in one go, before anybody else's requests. */
    private void inItsTurn(Runnable step) {
        resources.permits().resume(resources.party(), permit -> step.run());
    }

    private void readOn() {
        session().demand();
    }

    private void refuse(int code, String why, Callback callback) {
        callback.succeeded();
        close(code, why);
        readOn();
    }

    private void take(Frame frame, Callback callback) {
        ByteBuffer payload = frame.getPayload();
        messageBytes += payload.remaining();
        boolean tooLarge = messageBytes > MESSAGE_BYTES_MAX;
        if (tooLarge && (frame.isFin() || messageBytes > DROPPED_BYTES_MAX)) {
            refuse(
                    CloseStatus.MESSAGE_TOO_LARGE,
                    "A command must not exceed " + MESSAGE_BYTES_MAX + " bytes.",
                    callback);
            return;
        }
        if (!tooLarge) {
            message.writeBytes(BufferUtil.toArray(payload));
        }
        callback.succeeded();
        if (!frame.isFin()) {
            inItsTurn(this::readOn);
            return;
        }
        messageBytes = 0;
        byte[] whole = message.toByteArray();
        message.reset();
        inItsTurn(() -> handle(whole));
    }

    private void handle(byte[] whole) {
        SocketReceiver open = receiver;
        if (open == null || closing.get()) {
            return;
        }
        try {
            open.received(whole);
        } catch (ApiException refused) {
            close(RULE_BROKEN, String.valueOf(refused.getMessage()));
        } catch (RuntimeException | Error e) {
            long ignored = Incidents.OF_SERVER.add("handling a message on a WebSocket", e);
            close(FAILED, "The server failed; its log has the reason.");
        }
        readOn();
    }

    /** Returns whether it is closed, or about to be. */
    boolean isClosing() {
        return closing.get();
    }

    @Override
    public void ready() {
        pump.iterate();
    }

    @Override
    public void close(int code, String reason) {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        try {
            Scheduler.Task ignored = scheduler.schedule(this::breakOff, CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS);
            session().close(code, CloseReason.of(reason), Callback.NOOP);
        } catch (Throwable t) {
            // Nobody tries a second time.
            breakOff();
            long ignored = Incidents.OF_SERVER.add("closing a WebSocket", t);
        }
    }

    @Override
    public void keepInMemory(long bytes) {
        resources.memory().add(bytes);
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        LOG.debug("a WebSocket failed", cause);
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        closing.set(true);
        heartbeat.end();
        SocketReceiver open = receiver;
        if (open != null) {
            open.closed();
        }
        resources.close();
        callback.succeeded();
    }
}
