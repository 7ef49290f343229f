package io.mintmark.hibernate;

import io.mintmark.range.RangeSourceException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;

/** A connection that goes back to its provider, once, when it is closed; other calls are passed on. */
final class LentConnection implements InvocationHandler {
    private final ConnectionProvider provider;
    private final Connection connection;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LentConnection(ConnectionProvider provider, Connection connection) {
        this.provider = provider;
        this.connection = connection;
    }

    static Connection of(ConnectionProvider provider) throws SQLException {
        return (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new LentConnection(provider, take(provider)));
    }

    /**
     * Returns a further connection, never the one that a session works with.
     *
     * @throws RangeSourceException if the application gives each session its connection, and the unit has none of its
     *     own
     */
    static Connection take(ConnectionProvider provider) throws SQLException {
        try {
            return provider.getConnection();
        } catch (UnsupportedOperationException e) {
            throw new RangeSourceException(
                    "Counters need a connection beside the session's, and this persistence unit has none of its own:"
                            + " give it a data source, or say by " + MintmarkSettings.SOURCES + " where counters live.",
                    e);
        } catch (RuntimeException e) {
            SQLException failure = cause(e);
            if (failure == null) {
                throw e;
            }
            throw failure;
        }
    }

    /** Pools and Hibernate wrap what the driver threw, and only that tells whether trying again may help. */
    private static @Nullable SQLException cause(RuntimeException failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SQLException found) {
                return found;
            }
        }
        return null;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        return switch (method.getName()) {
            case "close" -> giveBack();
            case "isClosed" -> closed.get() || connection.isClosed();
            default -> passOn(method, arguments);
        };
    }

    private @Nullable Object giveBack() throws SQLException {
        if (closed.compareAndSet(false, true)) {
            provider.closeConnection(connection);
        }
        return null;
    }

    private @Nullable Object passOn(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
