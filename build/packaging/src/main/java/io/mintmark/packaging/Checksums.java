package io.mintmark.packaging;

import io.mintmark.internal.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes checksums as {@code sha256sum -c} reads them: one list within a folder, or a file beside each file. */
public final class Checksums {
    static final String LIST = "SHA256SUMS";

    private Checksums() {}

    /** Takes folders and files. */
    public static void main(String[] args) throws IOException {
        for (String each : args) {
            Path path = Path.of(each);
            if (Files.isDirectory(path)) {
                Files.writeString(path.resolve(LIST), ofAll(path));
            } else {
                Files.writeString(path.resolveSibling(path.getFileName() + ".sha256"), line(path.toAbsolutePath()));
            }
        }
    }

    private static String ofAll(Path folder) throws IOException {
        StringBuilder list = new StringBuilder();
        for (Path file : files(folder)) {
            list.append(digest(file)).append("  ").append(name(folder, file)).append('\n');
        }
        return list.toString();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !name(folder, file).equals(LIST))
                    .sorted((one, other) -> name(folder, one).compareTo(name(folder, other)))
                    .toList();
        }
    }

    private static String name(Path folder, Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }

    private static String line(Path file) throws IOException {
        return digest(file) + "  " + file.getFileName() + "\n";
    }

    static String digest(Path file) throws IOException {
        return Sha256.of(Files.readAllBytes(file));
    }
}
