package io.mintmark.lab.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A measurement in a JVM of its own, which answers with one line of numbers. */
final class Forked {
    private static final String ANSWER = "ANSWER ";

    /** The flags of every measuring JVM, JMH's included; the tables print them. */
    static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

    private Forked() {}

    /** All flags with which a JVM that measures is started. */
    static List<String> flags() {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.add("-Dlogback.configurationFile=bench-logback.xml");
        return flags;
    }

    /** Runs {@code main} with {@code args} in a new JVM and returns what it answered. */
    static double[] run(Class<?> main, Object... args) throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Arrays.stream(args).map(String::valueOf).forEach(command::add);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            List<String> lines = lines(process);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(
                        main.getSimpleName() + " " + Arrays.toString(args) + " failed:\n" + String.join("\n", lines));
            }
            return lines.stream()
                    .filter(line -> line.startsWith(ANSWER))
                    .map(Forked::numbers)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no answer in:\n" + String.join("\n", lines)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Prints the answer; called in the forked JVM. */
    static void answer(Number... numbers) {
        System.out.println(ANSWER + Arrays.stream(numbers).map(String::valueOf).collect(Collectors.joining(" ")));
    }

    private static double[] numbers(String line) {
        return Arrays.stream(line.substring(ANSWER.length()).split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static List<String> lines(Process process) throws IOException {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return output.lines().toList();
        }
    }
}
