package io.mintmark.lab.bench;

import io.mintmark.lab.process.Answer;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A measurement in a JVM of its own. */
final class Forked {
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
        String[] words = Stream.of(args).map(String::valueOf).toArray(String[]::new);
        try {
            return Answer.of(Child.java(flags(), main.getName(), words));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
