package io.mintmark.server.changes;

import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait for one connection, bounded by their bytes, and part of the memory that the server accounts for.
 * Thread-safe.
 *
 * <p>They leave in the order in which they came, as many at a time as make a handy frame.
 */
final class Outbox {
    /** Some tens of thousands of changes; a client that falls further behind is better off when it starts anew. */
    static final int BYTES_MAX = 8 << 20;

    private static final int FRAME_BYTES = 16 << 10;
    /** What a place in the queue costs beside its message. */
    private static final int BYTES_EACH = 16;

    private final Socket socket;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int bytes;
    private boolean cacheChangeWaits;

    Outbox(Socket socket) {
        this.socket = socket;
    }

    /** Adds a message, or throws an {@code OVERLOADED} refusal because there is no room for it. */
    synchronized void add(byte[] message) {
        int cost = message.length + BYTES_EACH;
        if (bytes + cost > BYTES_MAX) {
            throw new ApiException(
                    ErrorType.OVERLOADED,
                    "This client reads its changes too slowly: " + BYTES_MAX + " bytes wait for it. Connect again.");
        }
        socket.keepInMemory(cost);
        bytes += cost;
        waiting.add(message);
    }

    /** Adds the word that caches are stale, unless it waits already: said once or often, it means the same. */
    synchronized void addCacheChange() {
        if (!cacheChangeWaits) {
            add(Messages.CACHE_CHANGE);
            cacheChangeWaits = true;
        }
    }

    /** Takes the next frame out, an array of messages; null if nothing waits. */
    synchronized byte @Nullable [] poll() {
        if (waiting.isEmpty()) {
            return null;
        }
        int before = bytes;
        int length = 1;
        List<byte[]> taken = new ArrayList<>();
        do {
            byte[] message = waiting.remove();
            cacheChangeWaits &= message != Messages.CACHE_CHANGE;
            bytes -= message.length + BYTES_EACH;
            length += message.length + 1;
            taken.add(message);
        } while (!waiting.isEmpty() && length + waiting.element().length < FRAME_BYTES);
        socket.keepInMemory(bytes - before);
        return array(taken, length);
    }

    private static byte[] array(List<byte[]> messages, int length) {
        byte[] array = new byte[length];
        int at = 0;
        for (byte[] message : messages) {
            array[at] = (byte) (at == 0 ? '[' : ',');
            System.arraycopy(message, 0, array, at + 1, message.length);
            at += 1 + message.length;
        }
        array[at] = ']';
        return array;
    }
}
