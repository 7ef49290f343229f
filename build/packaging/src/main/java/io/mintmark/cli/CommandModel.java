package io.mintmark.cli;

import io.mintmark.cli.terminal.Variables;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The command line as a model: each command with each of its options, also those that few people need. */
public final class CommandModel {
    private CommandModel() {}

    /** Returns the whole model, which says that it is of {@code version}. */
    public static CommandLine of(String version) {
        CommandLine line = Mintmark.commandLine(Map.of(), Variables.HELP_ALL);
        say(line, "mintmark " + version);
        return line;
    }

    private static void say(CommandLine line, String version) {
        line.getCommandSpec().versionProvider(() -> new String[] {version});
        line.getSubcommands().values().forEach(each -> say(each, version));
    }

    /** Returns what is wrong with {@code arguments} beside variables, or nothing. */
    public static String complaint(Map<String, String> environment, String... arguments) {
        try {
            CommandLine line = Mintmark.commandLine(environment, arguments);
            CommandLine.ParseResult parsed = line.parseArgs(arguments);
            if (parsed.hasSubcommand()) {
                new UnknownVariables(environment)
                        .check(parsed.subcommand().commandSpec().commandLine());
            }
            return "";
        } catch (ParameterException e) {
            return e.getMessage() + " (" + String.join(" ", arguments) + ")";
        }
    }
}
