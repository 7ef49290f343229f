package io.mintmark.cli;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.BadValueException;
import io.mintmark.cli.terminal.DependentOptions;
import io.mintmark.server.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private final Audit audit = new Audit();

    String level() {
        return level;
    }

    Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    Audit audit() {
        return audit;
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

    /** The log of who changed what: where it is, what it tells, and how large it becomes. */
    static final class Audit {
        private static final long SIZE_MAX_USUAL = 10 << 20;
        private static final int KEEP_USUAL = 9;

        @Option(
                names = "--audit-file",
                paramLabel = "FILE",
                hidden = true,
                description =
                        "Append to this file, a line each, who signed in, created, deleted, configured or raised what."
                                + " Default: none")
        private @Nullable Path file;

        @Option(
                names = "--audit-numbers",
                hidden = true,
                description =
                        "Tell also who reserved and gave back which counter's ranges, and drew identities; at 30,000"
                                + " a second that is 500 GB a day.")
        private boolean numbers;

        @Option(
                names = "--audit-writes",
                hidden = true,
                description = "Tell also who stored and deleted which documents.")
        private boolean writes;

        @Option(
                names = "--audit-size",
                paramLabel = "SIZE",
                hidden = true,
                converter = Amounts.LargeSize.class,
                description = "Size at which FILE becomes FILE.1, and a new one begins. Default: 10m")
        private @Nullable Long sizeMax;

        @Option(
                names = "--audit-keep",
                paramLabel = "N",
                hidden = true,
                converter = Kept.class,
                description = "How many full files stay, 1 to 20: FILE.1 is the latest. Default: 9")
        private @Nullable Integer keep;

        /** How many full files stay. */
        static final class Kept implements ITypeConverter<Integer> {
            @Override
            public Integer convert(String text) {
                return Amounts.whole(text, 1, RotatedFile.KEEP_MAX, "write 20, and a larger --audit-size");
            }
        }

        Optional<Path> file() {
            return Optional.ofNullable(file);
        }

        long sizeMax() {
            return Objects.requireNonNullElse(sizeMax, SIZE_MAX_USUAL);
        }

        int keep() {
            return Objects.requireNonNullElse(keep, KEEP_USUAL);
        }

        /** Returns {@code settings} with what is told; refuses what says how and not where to. */
        ServerSettings.Builder into(ServerSettings.Builder settings, CommandLine command) {
            if (file == null) {
                new DependentOptions()
                        .and("--audit-numbers", numbers ? Boolean.TRUE : null)
                        .and("--audit-writes", writes ? Boolean.TRUE : null)
                        .and("--audit-size", sizeMax)
                        .and("--audit-keep", keep)
                        .refuse(command, "--audit-file: name the file of the audit log");
            }
            return settings.audit(file != null)
                    .auditFile(file)
                    .auditNumbers(numbers)
                    .auditWrites(writes);
        }
    }
}
