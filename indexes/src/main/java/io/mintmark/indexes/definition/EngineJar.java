package io.mintmark.indexes.definition;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * One file of the engine for JavaScript. Immutable.
 *
 * @param sha256 the digest of its bytes, in lower-case hexadecimal
 * @param bytes how many it has
 * @param path where it is in a Maven repository
 */
public record EngineJar(String sha256, long bytes, String path) {
    private static final String LIST = "engine-jars.txt";

    /** Returns all files of the engine; the one by which it is known comes last, so that half an engine is none. */
    public static List<EngineJar> all() {
        try (InputStream list = Objects.requireNonNull(EngineJar.class.getResourceAsStream(LIST), LIST)) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", -1))
                    .map(part -> new EngineJar(part[0], Long.parseLong(part[1]), part[2]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("a resource of the jar cannot be read", e);
        }
    }

    /** Returns whether a directory has a file of each name and length. */
    public static boolean areIn(Path directory) {
        return all().stream().allMatch(jar -> jar.isIn(directory));
    }

    private boolean isIn(Path directory) {
        try {
            return Files.size(directory.resolve(fileName())) == bytes;
        } catch (IOException missing) {
            return false;
        }
    }

    /** Returns what it is called in a directory. */
    public String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
