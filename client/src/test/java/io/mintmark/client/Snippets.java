package io.mintmark.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The Java in our pages, taken out and compiled as a reader would. */
final class Snippets {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    private Snippets() {}

    /** Returns the blocks of Java in a page, in their order. */
    static List<String> of(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** Compiles a class called {@code name} into {@code directory}, and fails with the compiler's words. */
    static void compile(Path directory, String name, String source) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve(name + ".java"), source);
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                // Over before the optimising compiler has paid for itself.
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-d",
                directory.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                "--release",
                "17",
                file.toString());
        Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (compiler.waitFor() != 0) {
            throw new AssertionError(said + "\n" + source);
        }
    }
}
