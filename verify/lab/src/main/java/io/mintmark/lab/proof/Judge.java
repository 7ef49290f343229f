package io.mintmark.lab.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Judges a stream by the p-values in files, one a line: test, place, value.
 *
 * <p>{@code Judge suspects FIRST} prints the tests that have to be repeated; nothing if the stream is condemned
 * already. {@code Judge verdict FIRST AGAIN} prints {@code good} or {@code bad}, a blank, and why.
 */
final class Judge {

    private Judge() {}

    public static void main(String... args) throws IOException {
        if (args.length == 2 && args[0].equals("suspects")) {
            System.out.println(testsToRepeat(values(args[1])));
        } else if (args.length == 3 && args[0].equals("verdict")) {
            System.out.println(verdict(values(args[1]), values(args[2])));
        } else {
            System.err.println("usage: Judge suspects FIRST | Judge verdict FIRST AGAIN");
            System.exit(2);
        }
    }

    private static List<PValue> values(String file) throws IOException {
        return Files.readAllLines(Path.of(file)).stream().map(PValue::parse).toList();
    }

    static String testsToRepeat(List<PValue> first) {
        return PassRule.hasFailed(first)
                ? ""
                : PassRule.suspects(first).stream()
                        .map(suspect -> Integer.toString(suspect.test()))
                        .distinct()
                        .collect(Collectors.joining(" "));
    }

    static String verdict(List<PValue> first, List<PValue> again) {
        if (first.isEmpty()) {
            return "bad no answer";
        }
        List<PValue> suspects = PassRule.suspects(first);
        String seen = first.size() + " p-values, " + suspects.size() + " suspect";
        if (PassRule.hasFailed(first)) {
            return "bad " + seen + ", "
                    + first.stream()
                            .filter(value -> PassRule.hasFailed(List.of(value)))
                            .count() + " failed at once";
        }
        if (suspects.isEmpty()) {
            return "good " + seen;
        }
        double least = suspects.stream()
                .mapToDouble(suspect -> PassRule.combined(suspect, again))
                .min()
                .getAsDouble();
        return String.format(
                Locale.ROOT,
                "%s %s, least combined value of their %d repetitions %.2g (%.0e condemns)",
                least < PassRule.CONDEMNED ? "bad" : "good",
                seen,
                PassRule.REPEATS,
                least,
                PassRule.CONDEMNED);
    }
}
