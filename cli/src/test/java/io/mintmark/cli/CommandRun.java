package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What a command printed, and how it ended. */
public record CommandRun(int exitCode, String out, String err) {

    /** Runs {@code mintmark} with {@code args} in this process, without any variable. */
    public static CommandRun of(String... args) {
        return with(Map.of(), args);
    }

    /** The same with further words behind {@code first}. */
    public static CommandRun of(List<String> first, String... more) {
        return with(Map.of(), first, more);
    }

    /** The same with {@code environment} for its variables. */
    public static CommandRun with(Map<String, String> environment, List<String> first, String... more) {
        return with(environment, Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new));
    }

    /** The same without further words. */
    public static CommandRun with(Map<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Mintmark.commandLine(environment, args)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        return new CommandRun(line.execute(args), out.toString(), err.toString());
    }

    /** Returns this if it ended so, and fails with what it printed otherwise. */
    public CommandRun expect(int wanted) {
        assertThat(exitCode).as("%s", this).isEqualTo(wanted);
        return this;
    }
}
