package io.mintmark.server.changes;

import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Socket;
import io.mintmark.web.http.SocketReceiver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client that watches a database. Thread-safe: its commands come on one thread, changes on another, and a third one
 * takes what is to be sent.
 *
 * <p>A client that does not keep up is cut off with a reason, and may connect again: neither the writer nor other
 * clients wait for it, and what waits for it is bounded and accounted for.
 */
final class ChangesConnection implements SocketReceiver {
    private final ChangeFeed feed;
    private final Json json;
    private final Socket socket;
    private final Watches watches = new Watches();
    private final Outbox outbox;

    ChangesConnection(ChangeFeed feed, Json json, Socket socket) {
        this.feed = feed;
        this.json = json;
        this.socket = socket;
        this.outbox = new Outbox(socket);
    }

    void begin() {
        tell(Messages.FEATURES);
    }

    @Override
    public void received(byte[] message) {
        WatchCommand command = WatchCommand.read(json, message);
        try {
            socket.keepInMemory(watches.apply(command));
        } catch (ApiException refused) {
            if (refused.type() == ErrorType.OVERLOADED) {
                cutOff(refused);
            } else {
                tell(Messages.refusal(command.id(), refused));
            }
            return;
        }
        if (command.name().equals("watch-aggressive-caching")) {
            // What the client cached may have changed while it was not connected: it hears so before it goes on.
            tell(null);
        }
        tell(Messages.confirmation(command.id()));
    }

    /** Sends a message; null means that caches are stale. */
    private void tell(byte @Nullable [] message) {
        try {
            if (message == null) {
                outbox.addCacheChange();
            } else {
                outbox.add(message);
            }
            socket.ready();
        } catch (ApiException noRoom) {
            cutOff(noRoom);
        }
    }

    /**
     * Takes changes that may concern this client.
     *
     * <p>Whether a change is told to this client is decided here and nowhere else. Access is to a whole database, and
     * is judged again around each message; rights to single documents would belong before {@link Watches#want}.
     */
    void hear(List<? extends Notice> notices) {
        boolean documents = false;
        try {
            for (Notice notice : notices) {
                documents |= notice instanceof Notice.OfDocument;
                if (watches.want(notice)) {
                    outbox.add(notice.text());
                }
            }
            if (documents && watches.wantsCacheChanges()) {
                outbox.addCacheChange();
            }
            socket.ready();
        } catch (ApiException noRoom) {
            cutOff(noRoom);
        }
    }

    private void cutOff(ApiException why) {
        if (feed.remove(this)) {
            feed.counts().cutOff.increment();
        }
        end(Socket.OVERLOADED, why);
    }

    /** Ends the connection; nothing more is told to it. */
    void end(int code, ApiException why) {
        boolean ignored = feed.remove(this);
        socket.close(code, String.valueOf(why.getMessage()));
    }

    @Override
    public byte @Nullable [] next() {
        return outbox.poll();
    }

    @Override
    public void closed() {
        boolean ignored = feed.remove(this);
    }
}
