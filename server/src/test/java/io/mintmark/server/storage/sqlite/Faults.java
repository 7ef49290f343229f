package io.mintmark.server.storage.sqlite;

import io.mintmark.server.storage.sqlite.file.ConnectionOpener;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Connections of the real driver whose every execution a test may watch, hold up or break. */
public final class Faults {
    /** What happens around one execution of a statement on a database's file. */
    public interface Hook {
        void before(String sql) throws SQLException;

        default void after(String sql) throws SQLException {}
    }

    private Faults() {}

    /** Opens connections with {@code hook} around all that is executed on databases; the catalog's stay as they are. */
    public static ConnectionOpener opener(Hook hook) {
        return openerOf(hook, "database-");
    }

    /** Opens connections with {@code hook} around all that is executed on the catalog. */
    public static ConnectionOpener catalogOpener(Hook hook) {
        return openerOf(hook, "catalog");
    }

    private static ConnectionOpener openerOf(Hook hook, String file) {
        return url -> {
            Connection real = ConnectionOpener.DRIVER.open(url);
            return !url.contains(file)
                    ? real
                    : proxy(Connection.class, (p, method, arguments) -> {
                        Object made = call(real, method, arguments);
                        if (made instanceof PreparedStatement statement) {
                            return watched(PreparedStatement.class, statement, (String) arguments[0], hook);
                        }
                        return made instanceof Statement statement
                                ? watched(Statement.class, statement, "", hook)
                                : made;
                    });
        };
    }

    private static <T extends Statement> T watched(Class<T> type, T statement, String prepared, Hook hook) {
        return proxy(type, (p, method, arguments) -> {
            if (!method.getName().startsWith("execute")) {
                return call(statement, method, arguments);
            }
            String sql = arguments == null ? prepared : (String) arguments[0];
            hook.before(sql);
            Object result = call(statement, method, arguments);
            hook.after(sql);
            return result;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Faults.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
