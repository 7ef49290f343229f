package io.mintmark.storage.sqlite;

import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.support.Intercepted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Opens real connections, counts those that are open, and throws an {@link Error} at the n-th step: the opening of a
 * connection, the making or the execution of a statement.
 */
final class FailingOpener implements ConnectionOpener {
    private final boolean after;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger stepsLeft = new AtomicInteger();
    private volatile @Nullable Error error;

    /** Throws once the step is done if {@code after}, else instead of it. */
    FailingOpener(boolean after) {
        this.after = after;
    }

    void failAt(int step, Error thrown) {
        stepsLeft.set(step);
        error = thrown;
    }

    void failNoMore() {
        error = null;
    }

    /** Returns how many connections are open. */
    int open() {
        return open.size();
    }

    private interface Step {
        @Nullable Object run() throws Throwable;
    }

    private @Nullable Object step(Step step) throws Throwable {
        Error thrown = error;
        boolean fails = thrown != null && stepsLeft.decrementAndGet() == 0;
        if (fails && !after) {
            throw thrown;
        }
        Object result = step.run();
        if (fails) {
            throw thrown;
        }
        return result;
    }

    @Override
    public Connection open(String url) throws SQLException {
        Error thrown = error;
        if (thrown != null && stepsLeft.decrementAndGet() == 0) {
            throw thrown;
        }
        Connection real = ConnectionOpener.DRIVER.open(url);
        open.add(real);
        return Intercepted.of(
                Connection.class, real, (method, arguments, call) -> onConnection(real, method, arguments, call));
    }

    private @Nullable Object onConnection(Connection real, String method, Object[] arguments, Intercepted.Call call)
            throws Throwable {
        if (method.equals("close")) {
            Object closed = call.make(arguments);
            open.remove(real);
            return closed;
        }
        if (method.equals("prepareStatement")) {
            Object made = Objects.requireNonNull(step(() -> call.make(arguments)));
            return watched(PreparedStatement.class, (PreparedStatement) made);
        }
        Object made = call.make(arguments);
        return made instanceof Statement statement ? watched(Statement.class, statement) : made;
    }

    private <T extends Statement> T watched(Class<T> type, T statement) {
        return Intercepted.of(
                type,
                statement,
                (method, arguments, call) ->
                        method.startsWith("execute") ? step(() -> call.make(arguments)) : call.make(arguments));
    }
}
