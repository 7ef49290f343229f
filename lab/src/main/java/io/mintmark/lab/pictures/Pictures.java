package io.mintmark.lab.pictures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The command {@code lab/pictures}: writes the pictures of the figures that the documentation publishes. */
public final class Pictures {
    private Pictures() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("one argument is needed, the folder of the documentation: arguments="
                    + args.length + "; run lab/pictures, which gives it");
        }
        Path docs = Path.of(args[0]);
        for (Map.Entry<String, String> picture : drawnFrom(docs).entrySet()) {
            Path file = docs.resolve("pictures").resolve(picture.getKey());
            Files.writeString(file, picture.getValue());
            System.out.println(file.normalize());
        }
    }

    /** Returns each picture's text by its file name, drawn from the pages in {@code docs}. */
    static Map<String, String> drawnFrom(Path docs) throws IOException {
        Map<String, String> pictures = new TreeMap<>();
        pictures.put("benchmark.svg", BenchmarkPicture.of(PublishedPage.read(docs.resolve("benchmarks.md"))));
        pictures.put("load.svg", LoadPicture.of(PublishedPage.read(docs.resolve("load.md"))));
        return pictures;
    }
}
