package io.mintmark.cotenancy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.cli.CommandAtWork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** {@code mintmark doctor} on one database. */
final class Doctor {
    private final Place place;

    /** Reads the doctor's verdict on two programs, word by word. */
    record Verdict(int exitCode, boolean safe, long firstDuplicate, String text) {}

    Doctor(Place place) {
        this.place = place;
    }

    /** Returns the lines in which it lists the counters. */
    List<String> list() {
        return examine().out().lines().toList();
    }

    /** Returns what it says of a counter if {@code a} and {@code b}, such as {@code efcore:10}, share it. */
    Verdict judge(String counter, String a, String b) {
        CommandAtWork.Outcome outcome = examine("--counter", counter, "--as", a, "--as", b, "--json");
        try {
            for (JsonNode verdict : new ObjectMapper().readTree(outcome.out()).at("/counters/0/verdicts")) {
                if (verdict.path("a").asText().equals(a)
                        && verdict.path("b").asText().equals(b)) {
                    return new Verdict(
                            outcome.exitCode(),
                            verdict.path("safe").asBoolean(),
                            verdict.path("firstDuplicate").asLong(),
                            verdict.path("text").asText());
                }
            }
        } catch (JsonProcessingException e) {
            throw new AssertionError(outcome.toString(), e);
        }
        throw new AssertionError("no verdict of " + a + " beside " + b + ": " + outcome);
    }

    /** Returns what it ends with and prints. */
    CommandAtWork.Outcome examine(String... options) {
        return examineAs(place.user(), options);
    }

    /** Returns what it ends with and prints if another user looks. */
    CommandAtWork.Outcome examineAs(String user, String... options) {
        List<String> args = new ArrayList<>(List.of("doctor", "--jdbc-url", place.url(), "--user", user));
        Collections.addAll(args, options);
        return CommandAtWork.run(args.toArray(String[]::new));
    }
}
