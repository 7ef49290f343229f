package io.mintmark.fuzz.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where everything lies.
 *
 * @param module the folder of the module {@code verify/fuzz}
 * @param work what runs find and write, which may be erased at any time
 */
public record Folders(Path module, Path work) {

    /** Returns those of the module in {@code module}. */
    public static Folders of(Path module) {
        return new Folders(module, module.resolve("target").resolve("fuzz"));
    }

    /** Returns the inputs of a target that were written for it or were findings, in git. */
    public Path kept(String target) {
        return module.resolve("src/test/resources/corpus").resolve(target);
    }

    /** Returns the {@link PackedCorpus} of a target, in git. */
    public Path packed(String target) {
        return module.resolve("src/test/resources/corpus").resolve(target + ".gz");
    }

    /** Returns the corpus that runs on this machine have found since. */
    Path found(String target) {
        return work.resolve("corpus").resolve(target);
    }

    /** Returns the inputs that broke a property. */
    Path findings(String target) {
        return work.resolve("findings").resolve(target);
    }

    Path log(String target) {
        return work.resolve("logs").resolve(target + ".log");
    }

    Path dictionary(String target) {
        return module.resolve("src/test/resources/dictionaries").resolve(target + ".dict");
    }

    /** Returns the files in a folder in order of their names; none if there is no such folder. */
    public static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        }
    }

    static void erase(Path folder) throws IOException {
        for (Path file : files(folder)) {
            Files.delete(file);
        }
    }
}
