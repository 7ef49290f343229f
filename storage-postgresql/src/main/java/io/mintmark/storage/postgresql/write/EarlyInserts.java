package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.group.OneThread;
import io.mintmark.storage.postgresql.sql.DocumentWrite;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.row.DocumentRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * New documents of a large group that go to the engine while the rest of the group is still evaluated: in its
 * transaction, and on its connection, by a thread of their own. Used by the lane's writer only, which does not use the
 * connection before {@link #finish}.
 *
 * <p>What is sent is undone only with the whole group.
 */
final class EarlyInserts {
    /** Enough for a round trip, few enough that the engine begins soon. */
    static final int CHUNK = 200;

    private final LentConnection lent;
    private final DocumentWrite write;
    private final GroupFetch fetch;
    private final ThreadPoolExecutor thread;

    private List<DocumentRow> waiting = new ArrayList<>();
    private @Nullable Future<?> underWay;

    EarlyInserts(String name, LentConnection lent, DocumentWrite write, GroupFetch fetch) {
        this.lent = lent;
        this.write = write;
        this.fetch = fetch;
        this.thread = OneThread.named("mintmark-inserts-" + name, new LinkedBlockingQueue<>(), (task, executor) -> {
            throw new IllegalStateException("the writer must not insert when it is closed");
        });
    }

    /**
     * Adds a document; returns those that are on their way from now on, or none.
     *
     * @param current which documents are still as they were added: others were changed, removed, or undone
     */
    List<DocumentRow> add(DocumentRow row, Predicate<DocumentRow> current) {
        waiting.add(row);
        if (waiting.size() < CHUNK || isBusy()) {
            return List.of();
        }
        List<DocumentRow> sent = waiting.stream().filter(current).toList();
        waiting = new ArrayList<>(CHUNK);
        if (!sent.isEmpty()) {
            begin(sent);
        }
        return sent;
    }

    /** A thread that inserts, and a failure that nobody heard of yet, is left alone. */
    private boolean isBusy() {
        Future<?> before = underWay;
        return before != null && (!before.isDone() || failure(before) != null);
    }

    private void begin(List<DocumentRow> rows) {
        SqlScript script = new SqlScript();
        if (underWay == null) {
            fetch.addBounds(script);
        }
        write.insert(script, rows);
        Connection connection = lent.get();
        underWay = thread.submit(() -> {
            script.run(connection);
            return rows.size();
        });
    }

    /** Returns once nothing is on its way any more, and forgets what waits: the group's end writes that. */
    void finish() throws SQLException {
        waiting = new ArrayList<>();
        Future<?> last = underWay;
        underWay = null;
        Throwable why = last == null ? null : failure(last);
        if (why instanceof SQLException refused) {
            throw refused;
        }
        if (why != null) {
            throw new SQLException("documents could not be inserted", why);
        }
    }

    /** Does likewise, whatever became of it: the transaction is about to be undone. */
    void giveUp() {
        waiting = new ArrayList<>();
        Future<?> last = underWay;
        underWay = null;
        if (last != null) {
            @Nullable Throwable ignored = failure(last);
        }
    }

    private static @Nullable Throwable failure(Future<?> insert) {
        AtomicReference<@Nullable Throwable> why = new AtomicReference<>();
        Uninterruptibly.run(() -> {
            try {
                Object ignored = insert.get();
            } catch (ExecutionException e) {
                why.set(e.getCause());
            }
        });
        return why.get();
    }

    void close() {
        giveUp();
        thread.shutdown();
    }
}
