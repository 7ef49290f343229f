package io.mintmark.server.changes;

import io.mintmark.internal.Ticker;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Socket;
import io.mintmark.web.http.SocketReceiver;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes of one database on their way from its writer to those who watch it, in the order of commits. Thread-safe.
 *
 * <p><b>Why the writer never waits.</b> It only adds what it committed to a queue. One thread for all databases takes
 * from that, a slice of one database at a time, and hands each slice to the database's connections, each of which has a
 * bounded queue of its own.
 *
 * <p><b>Why no other database waits long.</b> After 2 ms the feed lets others go first, also within a slice, of which
 * it then remembers which connections have not heard it: many connections take as many turns as they need.
 *
 * <p><b>Why the queue is bounded.</b> If it grows all the same, because changes come faster than they are told, it is
 * dropped, and every connection ended: a client then knows that it must look anew, and none misses a change unawares.
 * The same happens to changes that are lost because something failed. All databases share one bound in bytes, of which
 * each may have as much as it leaves.
 */
public final class ChangeFeed implements ChangeListener {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeFeed.class);
    private static final int SLICE = 512;

    /** How long connections are told before other databases come next; one is always told. */
    static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** What a change takes in memory beside its texts. */
    private static final int BYTES_EACH = 128;

    private final String database;
    private final Json json;
    private final Executor thread;
    private final ChangeCounts counts;
    private final Ticker ticker;
    private final Set<ChangesConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean listening;
    /** Guarded by this object, like the fields after it. */
    private final Backlog waiting;

    /** Why connections are to be ended, which missed changes. */
    private @Nullable String lost;

    private boolean scheduled;
    private @Nullable ApiException closed;
    /** What is being told, on the thread that tells. */
    private @Nullable Telling telling;

    /**
     * A slice that some connections have heard.
     *
     * @param notices what it says
     * @param left those that have not
     */
    private record Telling(List<? extends Notice> notices, Iterator<ChangesConnection> left) {}

    /**
     * Serves those who watch {@code database}.
     *
     * @param thread tells them, one task at a time
     * @param ticker says when others come first
     */
    public ChangeFeed(String database, Json json, Executor thread, ChangeCounts counts, Ticker ticker) {
        this.ticker = ticker;
        this.database = database;
        this.json = json;
        this.thread = thread;
        this.counts = counts;
        this.waiting = new Backlog(database, counts);
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
                    new Backlog.Slice(
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
            add(new Backlog.Slice(1, BYTES_EACH, () -> List.of(Notice.OfOperation.of(id, state))), true);
        }
    }

    @Override
    public void topologyChanged(String url) {
        if (listening) {
            add(new Backlog.Slice(1, BYTES_EACH, () -> List.of(Notice.OfTopology.of(url, database))), true);
        }
    }

    private synchronized void add(Backlog.Slice slice, boolean bounded) {
        if (closed != null) {
            return;
        }
        if (lost == null && bounded && waiting.isFull()) {
            lose("Database '" + database + "' changes faster than that can be told: connect again.");
        }
        if (lost == null) {
            waiting.add(slice);
        }
        // Also when all is lost: the task that ends the connections may not have begun.
        schedule();
    }

    private synchronized void lose(@Nullable String why) {
        waiting.clear();
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
            telling = null;
            missed();
            LOG.error("changes of the database {} could not be told", database, t);
        } finally {
            goOn();
        }
    }

    private void tell() {
        String gone = takeLost();
        if (gone != null) {
            telling = null;
            counts.cutOff.add(connections.size());
            endAll(Socket.OVERLOADED, new ApiException(ErrorType.OVERLOADED, gone));
            return;
        }
        if (telling == null) {
            telling = begin(poll());
        }
        if (telling != null) {
            tell(telling);
        }
    }

    private synchronized @Nullable String takeLost() {
        String gone = lost;
        lost = null;
        return gone;
    }

    private synchronized Backlog.@Nullable Slice poll() {
        return waiting.poll();
    }

    /** Those who connect later watch what is committed later. */
    private @Nullable Telling begin(Backlog.@Nullable Slice slice) {
        return slice == null || !listening
                ? null
                : new Telling(slice.notices().get(), List.copyOf(connections).iterator());
    }

    private void tell(Telling slice) {
        long begun = ticker.nanos();
        while (slice.left().hasNext()) {
            ChangesConnection next = slice.left().next();
            if (connections.contains(next)) {
                tell(next, slice.notices());
            }
            if (ticker.nanos() - begun >= TURN_NANOS) {
                break;
            }
        }
        telling = slice.left().hasNext() ? slice : null;
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
        if (!waiting.isEmpty() || lost != null || telling != null) {
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
