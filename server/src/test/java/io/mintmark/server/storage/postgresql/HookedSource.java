package io.mintmark.server.storage.postgresql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Connections whose calls go through a hook first. */
final class HookedSource {
    private HookedSource() {}

    /** Sees a call before it is made, and may make it, make another one, or fail. */
    @FunctionalInterface
    interface Hook {
        Object call(Connection connection, String method, Object[] arguments, Call passOn) throws SQLException;
    }

    /** Makes the call. */
    @FunctionalInterface
    interface Call {
        Object make(Object... arguments) throws SQLException;
    }

    static DataSource of(DataSource source, Hook hook) {
        return (DataSource) Proxy.newProxyInstance(
                HookedSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Object made = invoke(source, method, arguments);
                    return made instanceof Connection connection ? hooked(connection, hook) : made;
                });
    }

    private static Connection hooked(Connection connection, Hook hook) {
        return (Connection) Proxy.newProxyInstance(
                HookedSource.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    Object[] given = arguments == null ? new Object[0] : arguments;
                    return hook.call(connection, method.getName(), given, other -> {
                        try {
                            return invoke(connection, method, other);
                        } catch (SQLException | RuntimeException e) {
                            throw e;
                        } catch (Throwable e) {
                            throw new IllegalStateException(e);
                        }
                    });
                });
    }

    private static Object invoke(Object target, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
