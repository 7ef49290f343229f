package io.mintmark.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** The {@code mintmark} command, run in this process by tests of other packages. */
public final class CommandAtWork {
    private CommandAtWork() {}

    /** The result of a run of the command: its status and what it printed. */
    public record Outcome(int exitCode, String out, String err) {}

    /** Runs the command as {@code main} does, with an empty environment. */
    public static Outcome run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Mintmark.commandLine(Map.of(), args)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Outcome(exitCode, out.toString(), err.toString());
    }
}
