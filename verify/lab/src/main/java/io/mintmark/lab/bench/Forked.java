package io.mintmark.lab.bench;

import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    static double[] run(Class<?> main, Object... args) {
        String[] words = Arrays.stream(args).map(String::valueOf).toArray(String[]::new);
        try {
            String said = Child.output(Child.java(flags(), main.getName(), words));
            return said.lines()
                    .filter(line -> line.startsWith(ANSWER))
                    .map(Forked::numbers)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no answer in:\n" + said));
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
}
