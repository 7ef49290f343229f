package io.mintmark.cli.command;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mintmark.jdbc.Discovery;
import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.UnreadCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ExitCode;

/**
 * The doctor's answer: each counter with the verdicts on it, and everything that nothing is known of.
 *
 * @param counters the counters looked at, each with its verdicts
 * @param unread what could not be looked at, and why
 * @param notJudged programs that were named and count with none of them
 */
record Diagnosis(Map<FoundCounter, List<Verdict>> counters, List<UnreadCounter> unread, List<NotJudged> notJudged) {
    static final int COLLIDES = 3;
    static final int NOT_JUDGED = 4;

    /**
     * A program that no counter was judged for.
     *
     * @param program as it was named
     * @param shareable whether it could share a counter at all; if so there is none of its kind, and that nothing
     *     collides says nothing about it
     * @param text why it was not judged
     */
    record NotJudged(
            @JsonProperty("program") String program,
            @JsonProperty("shareable") boolean shareable,
            @JsonProperty("text") String text) {

        String line() {
            return program + ": " + (shareable ? "not judged: " : "") + text;
        }
    }

    /** Judges the declared programs on every counter that was found. */
    static Diagnosis of(Discovery found, List<Declared> declared) {
        List<Declared> shareable =
                declared.stream().filter(program -> program.refusal().isEmpty()).toList();
        Map<FoundCounter, List<Verdict>> judged = new LinkedHashMap<>();
        found.counters().forEach(one -> judged.put(one, Verdict.on(one, shareable)));
        List<NotJudged> notJudged = new ArrayList<>();
        declared.forEach(program -> notJudged(program, judged).ifPresent(notJudged::add));
        return new Diagnosis(judged, found.unread(), notJudged);
    }

    private static Optional<NotJudged> notJudged(Declared program, Map<FoundCounter, List<Verdict>> judged) {
        String name = program.toString();
        Optional<String> refusal = program.refusal();
        if (refusal.isPresent()) {
            return refusal.map(why -> new NotJudged(name, false, why));
        }
        boolean isJudged =
                judged.values().stream().flatMap(List::stream).anyMatch(verdict -> verdict.isAboutTwoOf(name));
        return isJudged
                ? Optional.empty()
                : Optional.of(new NotJudged(
                        name,
                        true,
                        "it counts with " + program.place()
                                + ", and none was found; check --counter, the schema and what this user may see"));
    }

    /** Returns the status for scripts; that something collides outweighs that something is not known. */
    int exitCode() {
        boolean collides = counters.values().stream().flatMap(List::stream).anyMatch(verdict -> !verdict.safe())
                || notJudged.stream().anyMatch(program -> !program.shareable());
        if (collides) {
            return COLLIDES;
        }
        return notJudged.isEmpty() && unread.isEmpty() ? ExitCode.OK : NOT_JUDGED;
    }
}
