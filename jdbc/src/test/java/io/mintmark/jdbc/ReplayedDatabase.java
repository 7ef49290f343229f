package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database of which only the conversation is known: it answers what a replay says, statement by statement, and fails
 * on any other. A replay is lines: {@code >} a statement, {@code *} one that may come
 * at any time, {@code :} its parameters, {@code =} a row of the answer, {@code +}
 * how many rows were changed, {@code !} an error's code and message; {@code #} opens a remark.
 */
final class ReplayedDatabase {
    /** A parameter that is drawn at random; {@code *} in a replay. */
    private static final Object ANYTHING = new Object();

    private final String product;
    private final Deque<Exchange> expected = new ArrayDeque<>();
    private final Map<String, Exchange> standing = new HashMap<>();
    private Exchange latest = new Exchange("");

    /** What is asked, and what is answered. */
    private static final class Exchange {
        private final String sql;
        private List<@Nullable Object> parameters = List.of();
        private final List<List<@Nullable Object>> rows = new ArrayList<>();
        private int changed;
        private @Nullable SQLException failure;

        private Exchange(String sql) {
            this.sql = sql;
        }
    }

    private ReplayedDatabase(String product) {
        this.product = product;
    }

    /** Makes one that answers {@code lines}; the driver calls the database {@code product}. */
    static ReplayedDatabase saying(String product, String... lines) {
        ReplayedDatabase database = new ReplayedDatabase(product);
        Arrays.stream(lines).forEach(database::read);
        return database;
    }

    /** Reads the replay of that name beside this class; the driver calls the database {@code product}. */
    ReplayedDatabase(String product, String replay) {
        this(product);
        try (InputStream lines = ReplayedDatabase.class.getResourceAsStream(replay)) {
            assertThat(lines).as(replay).isNotNull();
            new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(this::read);
        } catch (IOException e) {
            throw new IllegalStateException(replay + " cannot be read", e);
        }
    }

    private void read(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        String rest = line.substring(1).strip();
        switch (line.charAt(0)) {
            case '>' -> expected.add(latest = new Exchange(rest));
            case '*' -> standing.put(rest, latest = new Exchange(rest));
            case ':' -> latest.parameters = values(rest);
            case '=' -> latest.rows.add(values(rest));
            case '+' -> latest.changed = Integer.parseInt(rest);
            case '!' -> latest.failure = failure(rest);
            default -> throw new IllegalArgumentException("a line of a replay must begin with one of #>*:=+!: " + line);
        }
    }

    private static SQLException failure(String text) {
        String[] parts = text.split(" ", 3);
        return new SQLException(parts[2], parts[1], Integer.parseInt(parts[0]));
    }

    private static List<@Nullable Object> values(String line) {
        List<@Nullable Object> values = new ArrayList<>();
        for (String value : line.split(" \\| ", -1)) {
            values.add(value(value.strip()));
        }
        return values;
    }

    private static @Nullable Object value(String text) {
        if (text.equals("null") || text.equals("*")) {
            return text.equals("*") ? ANYTHING : null;
        }
        return text.startsWith("'") ? text.substring(1, text.length() - 1) : (Object) Long.valueOf(text);
    }

    /** Returns where its connections come from; each is the database. */
    DataSource source() {
        return made(
                DataSource.class,
                (proxy, method, arguments) ->
                        method.getName().equals("getConnection") ? connection() : byDefault(method));
    }

    /** Fails if anything of the replay was not asked. */
    void requireEnded() {
        assertThat(expected).extracting(each -> each.sql).isEmpty();
    }

    private Connection connection() {
        return made(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "prepareStatement" -> statement(PreparedStatement.class, String.valueOf(arguments[0]));
            case "createStatement" -> statement(Statement.class, "");
            case "getMetaData" -> metaData();
            case "getAutoCommit", "isValid" -> true;
            default -> byDefault(method);
        });
    }

    private DatabaseMetaData metaData() {
        return made(
                DatabaseMetaData.class,
                (proxy, method, arguments) ->
                        method.getName().equals("getDatabaseProductName") ? product : byDefault(method));
    }

    private <T> T statement(Class<T> type, String prepared) {
        TreeMap<Integer, @Nullable Object> parameters = new TreeMap<>();
        return made(type, (proxy, method, arguments) -> {
            String name = method.getName();
            if (name.startsWith("set") && arguments.length > 1) {
                parameters.put((Integer) arguments[0], arguments[1]);
                return null;
            }
            if (!name.startsWith("execute")) {
                return byDefault(method);
            }
            String sql = prepared.isEmpty() ? String.valueOf(arguments[0]) : prepared;
            Exchange exchange = next(sql, new ArrayList<>(parameters.values()));
            return switch (name) {
                case "executeQuery" -> rows(exchange);
                case "execute" -> false;
                default -> exchange.changed;
            };
        });
    }

    private Exchange next(String sql, List<@Nullable Object> parameters) throws SQLException {
        if (standing.containsKey(sql)) {
            return standing.get(sql);
        }
        Exchange exchange = expected.poll();
        assertThat(exchange)
                .as("nothing more is asked than the replay says: " + sql)
                .isNotNull();
        assertThat(sql).isEqualTo(exchange.sql);
        assertThat(parameters).hasSameSizeAs(exchange.parameters);
        for (int i = 0; i < parameters.size(); i++) {
            if (exchange.parameters.get(i) != ANYTHING) {
                assertThat(parameters.get(i)).as(sql).isEqualTo(exchange.parameters.get(i));
            }
        }
        if (exchange.failure != null) {
            throw exchange.failure;
        }
        return exchange;
    }

    private static ResultSet rows(Exchange exchange) {
        int[] at = {-1};
        boolean[] wasNull = {false};
        return made(ResultSet.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "next" -> ++at[0] < exchange.rows.size();
            case "wasNull" -> wasNull[0];
            case "getMetaData" -> described(Types.BIGINT, "bigint", 19, 0);
            case "getLong", "getInt", "getString", "getObject" -> {
                @Nullable Object held = exchange.rows.get(at[0]).get((Integer) arguments[0] - 1);
                wasNull[0] = held == null;
                yield as(method.getName(), held);
            }
            default -> byDefault(method);
        });
    }

    private static @Nullable Object as(String getter, @Nullable Object held) {
        return switch (getter) {
            case "getLong" -> held == null ? 0L : ((Number) held).longValue();
            case "getInt" -> held == null ? 0 : ((Number) held).intValue();
            case "getString" -> held == null ? null : held.toString();
            default -> held;
        };
    }

    /** Returns what a driver says of columns that are all of one type. */
    static ResultSetMetaData described(int type, String name, int precision, int scale) {
        return made(ResultSetMetaData.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "getColumnType" -> type;
            case "getColumnTypeName" -> name;
            case "getPrecision" -> precision;
            case "getScale" -> scale;
            default -> byDefault(method);
        });
    }

    private static @Nullable Object byDefault(Method method) {
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return false;
        }
        return type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : null;
    }

    private static <T> T made(Class<T> type, InvocationHandler answers) {
        InvocationHandler identified = (proxy, method, arguments) -> switch (method.getName()) {
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            case "toString" -> "replayed " + type.getSimpleName();
            default -> answers.invoke(proxy, method, arguments);
        };
        return type.cast(
                Proxy.newProxyInstance(ReplayedDatabase.class.getClassLoader(), new Class<?>[] {type}, identified));
    }
}
