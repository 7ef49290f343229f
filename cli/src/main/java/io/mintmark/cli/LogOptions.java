package io.mintmark.cli;

import io.mintmark.cli.terminal.BadValueException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** How much is written to the log, and where to. */
final class LogOptions {
    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            converter = LevelName.class,
            description =
                    "Least important messages to log: error, warn, info, debug or trace. Default: ${DEFAULT-VALUE}")
    private String level = "info";

    @Option(
            names = "--log-file",
            paramLabel = "FILE",
            description = "Append the log to this file. Default: standard error")
    private @Nullable Path file;

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

    /** The name of a level. */
    static final class LevelName implements ITypeConverter<String> {
        private static final List<String> NAMES = List.of("error", "warn", "info", "debug", "trace");

        @Override
        public String convert(String text) {
            String name = text.toLowerCase(Locale.ROOT);
            if (!NAMES.contains(name)) {
                throw new BadValueException(
                        "must be one of " + String.join(", ", NAMES) + ", but is '" + text + "': write info");
            }
            return name;
        }
    }
}
