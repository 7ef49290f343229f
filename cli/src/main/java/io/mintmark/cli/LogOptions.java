package io.mintmark.cli;

import io.mintmark.cli.terminal.BadValueException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** How much is written to the log, in which form, and where to. */
final class LogOptions {
    private static final String TEXT = "text";
    private static final String JSON = "json";

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            converter = LevelName.class,
            description =
                    "Least important messages to log: error, warn, info, debug (each request) or trace; libraries stay at"
                            + " warn. Default: ${DEFAULT-VALUE}")
    private String level = "info";

    @Option(
            names = "--log-file",
            paramLabel = "FILE",
            description = "Append the log to this file. Default: standard error")
    private @Nullable Path file;

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            hidden = true,
            converter = FormatName.class,
            description =
                    "Form of each event in both logs: text for people, json for programs. Default: ${DEFAULT-VALUE}")
    private String format = TEXT;

    @Option(
            names = "--audit-file",
            paramLabel = "FILE",
            hidden = true,
            description =
                    "Append to this file, a line each, who reserved, wrote, created or deleted what. Default: none")
    private @Nullable Path auditFile;

    String level() {
        return level;
    }

    Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    Optional<Path> auditFile() {
        return Optional.ofNullable(auditFile);
    }

    boolean isJson() {
        return format.equals(JSON);
    }

    /** The name of a level. */
    static final class LevelName implements ITypeConverter<String> {
        private static final List<String> NAMES = List.of("error", "warn", "info", "debug", "trace");

        @Override
        public String convert(String text) {
            return oneOf(NAMES, "info", text);
        }
    }

    /** The name of a form. */
    static final class FormatName implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            return oneOf(List.of(TEXT, JSON), JSON, text);
        }
    }

    private static String oneOf(List<String> names, String instead, String text) {
        String name = text.toLowerCase(Locale.ROOT);
        if (!names.contains(name)) {
            throw new BadValueException(
                    "must be one of " + String.join(", ", names) + ", but is '" + text + "': write " + instead);
        }
        return name;
    }
}
