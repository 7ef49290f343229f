package io.mintmark.server.changes;

import io.mintmark.protocol.ErrorType;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.Socket;
import io.mintmark.server.http.SocketReceiver;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.document.DocumentChange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one database on their way from its writer to those who watch it, in the order of commits. Thread-safe.
 *
 * <p><b>Why the writer never waits.</b> It only adds what it committed to a queue. One thread for all databases takes from
 * that, a slice of one database at a time, and hands each slice to the database's connections, each of which has a bounded
 * queue of its own.
 *
 * <p><b>Why the queue is bounded.</b> If it grows all the same, because changes come faster than they are told, it is
 * dropped, and every connection ended: a client then knows that it must look anew, and none misses a change unawares.
 */
public final class ChangeFeed implements ChangeListener {
    /** How many changes may wait beside those of one commit. */
    static final int WAITING_MAX = 1 << 16;

    private static final int SLICE = 512;

    private final String database;
    private final Json json;
    private final Executor thread;
    private final ChangeCounts counts;
    private final Set<ChangesConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean listening;
    /** Guarded by this object, like the fields after it. */
    private final Deque<Slice> waiting = new ArrayDeque<>();

    private int waitingSize;
    private boolean overflown;
    private boolean scheduled;
    private @Nullable ApiException closed;

    /**
     * A part of what waits.
     *
     * @param size how many changes it counts for
     * @param notices words them, when it is told
     */
    private record Slice(int size, Supplier<List<? extends Notice>> notices) {}

    /**
     * Serves those who watch {@code database}.
     *
     * @param thread tells them, one task at a time
     */
    public ChangeFeed(String database, Json json, Executor thread, ChangeCounts counts) {
        this.database = database;
        this.json = json;
        this.thread = thread;
        this.counts = counts;
    }

    ChangeCounts counts() {
        return counts;
    }

    /** Begins to tell a client of changes. */
    public SocketReceiver connect(Socket socket) {
        ChangesConnection connection = new ChangesConnection(this, json, socket);
        connection.begin();
        add(connection);
        return connection;
    }

    private void add(ChangesConnection connection) {
        ApiException gone;
        synchronized (this) {
            gone = closed;
            if (gone == null && connections.add(connection)) {
                int ignored = counts.open.incrementAndGet();
                listening = true;
            }
        }
        if (gone != null) {
            connection.end(Socket.GONE, gone);
        }
    }

    /** Tells {@code connection} nothing more; returns whether it was told before. */
    synchronized boolean remove(ChangesConnection connection) {
        boolean removed = connections.remove(connection);
        if (removed) {
            int ignored = counts.open.decrementAndGet();
            listening = !connections.isEmpty();
        }
        return removed;
    }

    @Override
    public boolean isListening() {
        return listening;
    }

    @Override
    public void committed(List<DocumentChange> changes) {
        int count = changes.size();
        for (int from = 0; from < count; from += SLICE) {
            List<DocumentChange> part = changes.subList(from, Math.min(count, from + SLICE));
            add(
                    new Slice(
                            part.size(),
                            () -> part.stream().map(Notice.OfDocument::new).toList()),
                    from == 0);
        }
    }

    /** Tells that the operation {@code id} came to a new {@code state}. */
    public void operationChanged(long id, Json.Writing state) {
        if (listening) {
            add(new Slice(1, () -> List.of(Notice.OfOperation.of(id, state))), true);
        }
    }

    private synchronized void add(Slice slice, boolean bounded) {
        if (overflown || closed != null) {
            return;
        }
        if (bounded && waitingSize > WAITING_MAX) {
            waiting.clear();
            waitingSize = 0;
            overflown = true;
        } else {
            waiting.add(slice);
            waitingSize += slice.size();
        }
        schedule();
    }

    private synchronized void schedule() {
        if (!scheduled) {
            scheduled = true;
            try {
                thread.execute(this::tellNext);
            } catch (RuntimeException | Error e) {
                scheduled = false;
                throw e;
            }
        }
    }

    /** One slice, so that other databases come next. */
    private void tellNext() {
        Slice slice;
        boolean lost;
        synchronized (this) {
            lost = overflown;
            overflown = false;
            slice = waiting.poll();
            waitingSize -= slice == null ? 0 : slice.size();
        }
        try {
            if (lost) {
                endAll(Socket.OVERLOADED, overload());
            } else if (slice != null && listening) {
                List<? extends Notice> notices = slice.notices().get();
                connections.forEach(connection -> connection.hear(notices));
            }
        } finally {
            synchronized (this) {
                scheduled = false;
                if (!waiting.isEmpty() || overflown) {
                    schedule();
                }
            }
        }
    }

    private ApiException overload() {
        counts.cutOff.add(connections.size());
        return new ApiException(
                ErrorType.OVERLOADED,
                "Database '" + database + "' changes faster than that can be told: connect again.");
    }

    private void endAll(int code, ApiException why) {
        connections.forEach(connection -> connection.end(code, why));
    }

    /** Ends every connection, and refuses those that come, for the reason given. */
    public void close(ApiException why) {
        synchronized (this) {
            closed = why;
            waiting.clear();
            waitingSize = 0;
        }
        endAll(Socket.GONE, why);
    }
}
