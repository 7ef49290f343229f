package io.mintmark.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database whose next answers to changes get lost: the statement took effect, and the caller hears that it failed. */
final class LossySource {
    private final DataSource target;
    private final AtomicInteger lose = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();

    LossySource(DataSource target) {
        this.target = target;
    }

    void loseNext(int answers) {
        lose.set(answers);
    }

    int lost() {
        return lost.get();
    }

    DataSource source() {
        return BoundSource.proxy(DataSource.class, (method, arguments) -> {
            Object result = method.invoke(target, arguments);
            return result instanceof Connection connection ? lossy(connection) : result;
        });
    }

    private Connection lossy(Connection connection) {
        return BoundSource.proxy(Connection.class, (method, arguments) -> {
            Object result = method.invoke(connection, arguments);
            return result instanceof PreparedStatement statement && changes(String.valueOf(arguments[0]))
                    ? lossy(statement)
                    : result;
        });
    }

    private static boolean changes(String sql) {
        return sql.contains("UPDATE ") || sql.contains("NEXT VALUE") || sql.contains("nextval");
    }

    private PreparedStatement lossy(PreparedStatement statement) {
        return BoundSource.proxy(PreparedStatement.class, (method, arguments) -> {
            Object result = method.invoke(statement, arguments);
            if (isExecution(method) && lose.get() > 0) {
                lose.decrementAndGet();
                lost.incrementAndGet();
                throw new SQLException("the connection broke before the answer came", "08006");
            }
            return result;
        });
    }

    private static boolean isExecution(Method method) {
        return method.getName().startsWith("execute");
    }
}
