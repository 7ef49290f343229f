package io.mintmark.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The command {@code verify/lab/pictures}: writes the pictures of the figures that the documentation publishes. */
public final class Pictures {
    private Pictures() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("two arguments are needed, the folders of reports and of pictures:"
                    + " arguments=" + args.length + "; run verify/lab/pictures, which gives them");
        }
        Path pictures = Path.of(args[1]);
        for (Map.Entry<String, String> picture : drawnFrom(Path.of(args[0])).entrySet()) {
            Path file = pictures.resolve(picture.getKey());
            Files.writeString(file, picture.getValue());
            System.out.println(file.normalize());
        }
    }

    /** Returns each picture's text by its file name, drawn from the pages in {@code reports}. */
    static Map<String, String> drawnFrom(Path reports) throws IOException {
        Map<String, String> pictures = new TreeMap<>();
        pictures.put("benchmark.svg", BenchmarkPicture.of(PublishedPage.read(reports.resolve("benchmarks.md"))));
        pictures.put("load.svg", LoadPicture.of(PublishedPage.read(reports.resolve("load.md"))));
        return pictures;
    }
}
