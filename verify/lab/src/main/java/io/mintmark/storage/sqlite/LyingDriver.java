package io.mintmark.storage.sqlite;

import io.mintmark.RandomBytes;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.support.limits.Limits;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The engine over a driver that claims {@code synchronous=FULL} and sets NORMAL: what a sync proof must catch.
 *
 * <p>The product sets the pragma, reads it back and refuses anything else, so nothing but a lie gets past it. This
 * stands in the engine's package because only tests may bring a driver; the lab, which may too, is never published.
 */
public final class LyingDriver {
    private static final String ASKED = "PRAGMA synchronous=FULL";
    private static final String DONE = "PRAGMA synchronous=NORMAL";
    private static final String READ_BACK = "PRAGMA synchronous";
    private static final String CLAIMED = "SELECT '2'";

    private LyingDriver() {}

    /** Opens the engine over this driver. */
    public static StorageEngine open(SqliteSettings settings) {
        return SqliteEngine.open(settings, LyingDriver::connect, RandomBytes.secure());
    }

    /** Opens the journal of a node over it. */
    public static Journal openJournal(Path directory) {
        return JournalFile.open(directory, Limits.DEFAULT, Long.MAX_VALUE, LyingDriver::connect);
    }

    static Connection connect(String url) throws SQLException {
        Connection real = ConnectionOpener.DRIVER.open(url);
        return proxy(Connection.class, (self, method, arguments) -> {
            Object made = call(real, method, arguments);
            return method.getName().equals("createStatement") ? lying((Statement) made) : made;
        });
    }

    private static Statement lying(Statement real) {
        return proxy(Statement.class, (self, method, arguments) -> {
            if (arguments != null && arguments.length == 1 && arguments[0] instanceof String sql) {
                return call(real, method, new Object[] {instead(sql)});
            }
            return call(real, method, arguments);
        });
    }

    private static String instead(String sql) {
        return switch (sql) {
            case ASKED -> DONE;
            case READ_BACK -> CLAIMED;
            default -> sql;
        };
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
