package io.mintmark.cli;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Where the time of a run of rounds went. */
final class StageTimes {
    private final Map<String, Long> nanos = new LinkedHashMap<>();
    private final long created = System.nanoTime();
    private long begun = created;

    void begin() {
        begun = System.nanoTime();
    }

    /** Ends the stage that began at the last {@link #begin} or end. */
    void end(String stage) {
        long now = System.nanoTime();
        nanos.merge(stage, now - begun, Long::sum);
        begun = now;
    }

    Duration sinceCreation() {
        return Duration.ofNanos(System.nanoTime() - created);
    }

    /** Returns the seconds of each stage, of one round of {@code rounds}. */
    String perRound(int rounds) {
        return nanos.entrySet().stream()
                .map(stage -> String.format(Locale.ROOT, "%s %.2f s", stage.getKey(), stage.getValue() / 1e9 / rounds))
                .collect(Collectors.joining(", ", "a round: ", ""));
    }
}
