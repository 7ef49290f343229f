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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes of one database on their way from its writer to those who watch it, in the order of commits. Thread-safe.
 *
 * <p><b>Why the writer never waits.</b> It only adds what it committed to a queue. One thread for all databases takes from
 * that, a slice of one database at a time, and hands each slice to the database's connections, each of which has a bounded
 * queue of its own.
 *
 * <p><b>Why the queue is bounded.</b> If it grows all the same, because changes come faster than they are told, it is
 * dropped, and every connection ended: a client then knows that it must look anew, and none misses a change unawares. The
 * same happens to changes that are lost because something failed. All databases share one bound in bytes.
 */
public final class ChangeFeed implements ChangeListener {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeFeed.class);
    /** How many changes may wait beside those of one commit. */
    static final int WAITING_MAX = 1 << 16;

    private static final int SLICE = 512;

    /** What a change takes in memory beside its texts. */
    private static final int BYTES_EACH = 128;

    private final String database;
    private final Json json;
    private final Executor thread;
    private final ChangeCounts counts;
    private final Set<ChangesConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean listening;
    /** Guarded by this object, like the fields after it. */
    private final Deque<Slice> waiting = new ArrayDeque<>();

    private int waitingSize;
    private long waitingBytes;
    /** Why connections are to be ended, which missed changes. */
    private @Nullable String lost;

    private boolean scheduled;
    private @Nullable ApiException closed;

    /**
     * A part of what waits.
     *
     * @param size how many changes it counts for
     * @param bytes about how many they take in memory
     * @param notices words them, when it is told
     */
    private record Slice(int size, long bytes, Supplier<List<? extends Notice>> notices) {}

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
                            bytes(part),
                            () -> part.stream().map(Notice.OfDocument::new).toList()),
                    from == 0);
        }
    }

    private static long bytes(List<DocumentChange> changes) {
        long bytes = 0;
        for (DocumentChange change : changes) {
            bytes += BYTES_EACH
                    + change.id().length()
                    + change.collection().length()
                    + change.changeVector().length();
        }
        return bytes;
    }

    @Override
    public synchronized void missed() {
        if (closed == null) {
            lose("Changes of database '" + database + "' could not be told: connect again, and look anew.");
            schedule();
        }
    }

    /** Tells that the operation {@code id} came to a new {@code state}. */
    public void operationChanged(long id, Json.Writing state) {
        if (listening) {
            add(new Slice(1, BYTES_EACH, () -> List.of(Notice.OfOperation.of(id, state))), true);
        }
    }

    @Override
    public void topologyChanged(String url) {
        if (listening) {
            add(new Slice(1, BYTES_EACH, () -> List.of(Notice.OfTopology.of(url, database))), true);
        }
    }

    private synchronized void add(Slice slice, boolean bounded) {
        if (closed != null) {
            return;
        }
        if (lost == null && bounded && (waitingSize > WAITING_MAX || counts.isFull())) {
            lose("Database '" + database + "' changes faster than that can be told: connect again.");
        }
        if (lost == null) {
            waiting.add(slice);
            account(slice, 1);
        }
        // Also when all is lost: the task that ends the connections may not have begun.
        schedule();
    }

    private synchronized void account(Slice slice, int sign) {
        waitingSize += sign * slice.size();
        waitingBytes += sign * slice.bytes();
        counts.waiting(sign * slice.bytes());
    }

    private synchronized void lose(@Nullable String why) {
        waiting.clear();
        counts.waiting(-waitingBytes);
        waitingSize = 0;
        waitingBytes = 0;
        lost = why;
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
        try {
            tell();
        } catch (Throwable t) {
            missed();
            LOG.error("changes of the database {} could not be told", database, t);
        } finally {
            goOn();
        }
    }

    private void tell() {
        String gone;
        Slice slice;
        synchronized (this) {
            gone = lost;
            lost = null;
            slice = waiting.poll();
            if (slice != null) {
                account(slice, -1);
            }
        }
        if (gone != null) {
            counts.cutOff.add(connections.size());
            endAll(Socket.OVERLOADED, new ApiException(ErrorType.OVERLOADED, gone));
        } else if (slice != null && listening) {
            List<? extends Notice> notices = slice.notices().get();
            connections.forEach(connection -> tell(connection, notices));
        }
    }

    /** What fails at one connection is no reason for the others to miss anything. */
    private void tell(ChangesConnection connection, List<? extends Notice> notices) {
        try {
            connection.hear(notices);
        } catch (Throwable t) {
            connection.end(
                    Socket.FAILED,
                    new ApiException(ErrorType.INTERNAL, "The server failed; its log has the reason. Connect again."));
            LOG.error("a client of the database {} could not be told of its changes", database, t);
        }
    }

    private synchronized void goOn() {
        scheduled = false;
        if (!waiting.isEmpty() || lost != null) {
            schedule();
        }
    }

    private void endAll(int code, ApiException why) {
        connections.forEach(connection -> connection.end(code, why));
    }

    /** Ends every connection, and refuses those that come, for the reason given. */
    public void close(ApiException why) {
        synchronized (this) {
            closed = why;
            lose(null);
        }
        endAll(Socket.GONE, why);
    }
}
