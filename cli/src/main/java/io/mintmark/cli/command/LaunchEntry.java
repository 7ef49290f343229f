package io.mintmark.cli.command;

import io.mintmark.decimal.LaunchRefusedException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What the launch log remembers of a launch beside its id. */
record LaunchEntry(Instant at, String by, String note) {
    private static final int NOTE_CHARS_MAX = 500;

    LaunchEntry {
        if (note.length() > NOTE_CHARS_MAX) {
            throw new LaunchRefusedException(
                    "--note has at most " + NOTE_CHARS_MAX + " characters, but this one has " + note.length());
        }
    }

    static LaunchEntry now(InstantSource clock, String note) {
        String host = System.getenv().getOrDefault("HOSTNAME", "");
        String user = System.getProperty("user.name", "");
        return new LaunchEntry(
                clock.instant().truncatedTo(ChronoUnit.SECONDS), host.isEmpty() ? user : user + "@" + host, note);
    }
}
