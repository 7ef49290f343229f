package io.mintmark.cli;

import java.util.Map;
import picocli.CommandLine.ParameterException;

/** Lets the command line judge what a reader types, without doing it. */
public final class TypedCommand {
    private TypedCommand() {}

    /** Returns what is wrong with {@code arguments}, or nothing: every option is known and every value can be read. */
    public static String complaint(String... arguments) {
        try {
            Mintmark.commandLine(Map.of(), arguments).parseArgs(arguments);
            return "";
        } catch (ParameterException e) {
            return e.getMessage() + " (" + String.join(" ", arguments) + ")";
        }
    }
}
