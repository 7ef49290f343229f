package io.mintmark.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders of tests that have no {@code @TempDir} of their own, and what is done with whole folders. */
public final class Folders {
    private Folders() {}

    /** Makes an empty folder, which whoever asked deletes. */
    public static Path make() {
        try {
            return Files.createTempDirectory("mintmark");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies the files of a folder over those of another one, which need not be there. */
    public static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.list(from)) {
            Files.createDirectories(to);
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a folder with all that is in it. */
    public static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : innermostFirst) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
