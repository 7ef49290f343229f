package io.mintmark.storage.sqlite;

import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.support.Intercepted;
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
                    : Intercepted.of(Connection.class, real, (method, arguments, call) -> {
                        Object made = call.make(arguments);
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
        return Intercepted.of(type, statement, (method, arguments, call) -> {
            if (!method.startsWith("execute")) {
                return call.make(arguments);
            }
            String sql = arguments.length == 0 ? prepared : (String) arguments[0];
            hook.before(sql);
            Object result = call.make(arguments);
            hook.after(sql);
            return result;
        });
    }
}
