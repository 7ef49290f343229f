package io.mintmark.hibernate;

import jakarta.transaction.TransactionManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose work is done in JTA transactions of its own, for pools that refuse work outside of one.
 *
 * <p>Behaves as JDBC's connections do: it commits each statement by itself, which is when the last open statement is
 * closed, so that {@code close} throws what the commit did; or, once told not to, when {@code commit} is called. A
 * statement that failed is rolled back. Used by one thread; another one may abort it.
 */
final class JtaConnection implements InvocationHandler {
    private final TransactionManager manager;
    private final ConnectionProvider provider;
    private boolean commitsEach = true;
    private volatile boolean closed;
    private volatile boolean failed;
    private int openStatements;
    private volatile @Nullable JtaWork work;

    private JtaConnection(TransactionManager manager, ConnectionProvider provider) {
        this.manager = manager;
        this.provider = provider;
    }

    static Connection of(TransactionManager manager, ConnectionProvider provider) {
        return proxy(Connection.class, new JtaConnection(manager, provider));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
        }
        return switch (method.getName()) {
            case "getAutoCommit" -> commitsEach;
            case "setAutoCommit" -> setCommitsEach(arguments != null && Boolean.TRUE.equals(arguments[0]));
            case "commit" -> end(true);
            case "rollback" -> end(false);
            case "close" -> close();
            case "abort" -> abort(method, arguments);
            case "isClosed" -> closed;
            case "createStatement", "prepareStatement", "prepareCall" -> statement(proxy, method, arguments);
            case "getMetaData" -> metaData(proxy, method);
            default -> call(working().connection(), method, arguments);
        };
    }

    private @Nullable Object setCommitsEach(boolean each) throws SQLException {
        if (each && !commitsEach) {
            end(true);
        }
        commitsEach = each;
        return null;
    }

    private @Nullable Object close() throws SQLException {
        closed = true;
        return end(false);
    }

    /**
     * Leaves the transaction to the thread that is in it: the one that aborts may be in its own, and would end that.
     */
    private @Nullable Object abort(Method method, Object @Nullable [] arguments) throws Throwable {
        closed = true;
        JtaWork aborted = work;
        return aborted == null ? null : call(aborted.connection(), method, arguments);
    }

    private @Nullable Object end(boolean commit) throws SQLException {
        JtaWork ending = work;
        work = null;
        openStatements = 0;
        failed = false;
        if (ending != null) {
            ending.end(commit);
        }
        return null;
    }

    private JtaWork working() throws SQLException {
        if (closed) {
            throw new SQLException("the connection is closed", "08003");
        }
        JtaWork begun = work;
        if (begun == null) {
            begun = JtaWork.begin(manager, provider);
            work = begun;
        }
        return begun;
    }

    private Object statement(Object connection, Method method, Object @Nullable [] arguments) throws Throwable {
        JtaWork in = working();
        Object made = made(in.connection(), method, arguments);
        openStatements++;
        AtomicBoolean open = new AtomicBoolean(true);
        return proxy(method.getReturnType(), (statement, asked, given) -> switch (asked.getName()) {
            case "close" -> open.compareAndSet(true, false) ? closeStatement(in, made, asked) : null;
            case "getConnection" -> connection;
            default -> call(made, asked, given);
        });
    }

    /**
     * The connection beneath is the transaction's, and whether it commits by itself is not what is asked of this one.
     */
    private Object metaData(Object connection, Method method) throws Throwable {
        Object made = made(working().connection(), method, null);
        return proxy(
                DatabaseMetaData.class,
                (metaData, asked, given) ->
                        asked.getName().equals("getConnection") ? connection : call(made, asked, given));
    }

    private Object made(Connection connection, Method method, Object @Nullable [] arguments) throws Throwable {
        Object made = call(connection, method, arguments);
        if (made == null) {
            throw new SQLException("the pool returned nothing from " + method.getName());
        }
        return made;
    }

    private @Nullable Object closeStatement(JtaWork in, Object statement, Method close) throws Throwable {
        Object nothing = call(statement, close, null);
        boolean last = in == work && --openStatements == 0;
        return last && commitsEach ? end(!failed) : nothing;
    }

    private @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            failed = true;
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(JtaConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
