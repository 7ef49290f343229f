package io.mintmark.packaging;

import io.mintmark.indexes.definition.EngineJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes of a release's folder the one of its variant, which has the engine for JavaScript as well. */
public final class WithJavaScript {
    private static final String ENGINE = "javascript";

    private WithJavaScript() {}

    /**
     * Takes the folder of the release, that of texts about the engine, and that of the variant, which has the engine's
     * jars.
     */
    public static void main(String[] args) throws IOException {
        Path variant = Path.of(args[2]);
        requireEngine(variant.resolve(ENGINE));
        copy(Path.of(args[0]), variant);
        copy(Path.of(args[1]), variant.resolve(ENGINE));
        Checksums.main(new String[] {variant.toString()});
    }

    /** The jars are those that a server brings by itself, each with its digest, and no others. */
    static void requireEngine(Path folder) throws IOException {
        List<EngineJar> engine = EngineJar.all();
        Set<String> expected = engine.stream().map(EngineJar::fileName).collect(Collectors.toCollection(TreeSet::new));
        Set<String> found;
        try (Stream<Path> files = Files.list(folder)) {
            found = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".jar"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        if (!found.equals(expected)) {
            throw new IllegalStateException(folder + " has " + found + ", but the engine is " + expected);
        }
        for (EngineJar jar : engine) {
            if (!Checksums.digest(folder.resolve(jar.fileName())).equals(jar.sha256())) {
                throw new IllegalStateException(jar.fileName() + " has another digest than the engine's list");
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copied = to.resolve(from.relativize(file).toString());
                Path ignored = Files.createDirectories(copied.getParent());
                Path ignoredToo = Files.copy(file, copied, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
