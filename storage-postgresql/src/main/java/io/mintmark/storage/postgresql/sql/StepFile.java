package io.mintmark.storage.postgresql.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The statements of one step, from a resource of the jar. */
final class StepFile {
    private static final String RESOURCES = "/io/mintmark/storage/postgresql/";

    private StepFile() {}

    static List<String> statements(String resource) {
        try (InputStream stream = StepFile.class.getResourceAsStream(RESOURCES + resource)) {
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
