package io.mintmark.storage.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Statements in a resource of a jar: each ends with a semicolon, and comments are lines. */
public final class SqlResource {
    private SqlResource() {}

    /** Returns the statements of {@code resource}, a name as {@code owner} would look for it. */
    public static List<String> statements(Class<?> owner, String resource) {
        try (InputStream stream = owner.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("resource is missing from the jar: " + resource);
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)--.*$", "");
            return Arrays.stream(text.split(";", -1))
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
