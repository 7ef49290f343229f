package io.mintmark.storage.postgresql.sql;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns rows into one array for each column, as {@code unnest} takes them. Stateless. */
final class Columns {
    private Columns() {}

    static <T> Long[] numbers(List<T> rows, Function<T, @Nullable Long> column) {
        return rows.stream().map(column).toArray(Long[]::new);
    }

    static <T> String[] texts(List<T> rows, Function<T, @Nullable String> column) {
        return rows.stream().map(column).toArray(String[]::new);
    }

    static <T> byte[][] bytes(List<T> rows, Function<T, byte[]> column) {
        return rows.stream().map(column).toArray(byte[][]::new);
    }

    static Object[] join(Object[] some, Object... more) {
        Object[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }
}
