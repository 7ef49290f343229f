package io.mintmark.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Hands out the connection of the thread's running transaction, as frameworks do, and a free one without any. */
final class BoundSource implements AutoCloseable {
    private final DataSource target;

    @SuppressWarnings("ThreadLocalUsage") // one a test
    private final ThreadLocal<Connection> running = new ThreadLocal<>();

    BoundSource(DataSource target) {
        this.target = target;
    }

    /** Begins the business transaction of this thread, and returns its connection. */
    Connection begin() throws SQLException {
        Connection connection = target.getConnection();
        connection.setAutoCommit(false);
        running.set(connection);
        return connection;
    }

    void rollback() throws SQLException {
        running.get().rollback();
        close();
    }

    @Override
    public void close() throws SQLException {
        Connection connection = running.get();
        if (connection != null) {
            running.remove();
            connection.setAutoCommit(true);
            connection.close();
        }
    }

    DataSource source() {
        return proxy(DataSource.class, (method, arguments) -> {
            Connection bound = running.get();
            return method.getName().equals("getConnection") && bound != null
                    ? withoutClose(bound)
                    : method.invoke(target, arguments);
        });
    }

    static Connection withoutClose(Connection bound) {
        return proxy(
                Connection.class,
                (method, arguments) -> method.getName().equals("close") ? null : method.invoke(bound, arguments));
    }

    interface Call {
        @Nullable Object on(java.lang.reflect.Method method, Object[] arguments)
                throws IllegalAccessException, InvocationTargetException, SQLException;
    }

    static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return call.on(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
