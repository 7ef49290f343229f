package io.mintmark.rules;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files that people write: other modules are built at the same time, and what builds make comes and goes. */
public final class OwnFiles {
    private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules", "mintmark-data");

    private OwnFiles() {}

    /** Returns the directory that holds all modules. */
    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("GUARANTEES.md"))) {
            here = here.getParent();
        }
        return here;
    }

    /** Returns all of them under a directory. */
    public static List<Path> under(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NOT_OURS.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
