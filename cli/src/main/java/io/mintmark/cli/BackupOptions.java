package io.mintmark.cli;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.DependentOptions;
import io.mintmark.server.BackupSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The backups that a server makes by itself. */
final class BackupOptions {
    private static final BackupSettings DEFAULT = BackupSettings.DEFAULT;

    @Option(
            names = "--backup-to",
            paramLabel = "FOLDER",
            description =
                    "Make backups into this folder, which must exist and lie outside of the data directory. Default: none")
    private @Nullable Path folder;

    @Option(
            names = "--backup-every",
            paramLabel = "PERIOD",
            hidden = true,
            converter = Amounts.Period.class,
            description = "How long after the beginning of one backup the next one begins. Default: 6h")
    private @Nullable Duration every;

    @Option(
            names = "--backup-keep",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "How many backups stay in the folder; older ones are removed. Default: 28")
    private @Nullable Integer keep;

    @Option(
            names = "--backup-pace",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.LargeSize.class,
            description =
                    "Most bytes a second that such a backup reads, so that writes keep their speed; faster where too many of them wait for it. Default: 24m")
    private @Nullable Long pace;

    @Option(
            names = "--backup-log",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.LargeSize.class,
            description = "Most bytes that a database's log may grow by while any backup reads the database, or the"
                    + " size of the database if that is more; beyond that the backup fails, and writes go on."
                    + " Default: ${DEFAULT-VALUE}")
    private long log = DEFAULT.logBytesMax();

    /** Returns the settings; refuses what says how and not where to. */
    BackupSettings settings(CommandLine command) {
        BackupSettings settings = DEFAULT.withLogBytesMax(log);
        if (folder == null) {
            refuseWithoutFolder(command);
            return settings;
        }
        return settings.into(folder)
                .withEvery(Objects.requireNonNullElse(every, DEFAULT.every()))
                .withKeep(Objects.requireNonNullElse(keep, DEFAULT.keep()))
                .withBytesPerSecond(Objects.requireNonNullElse(pace, DEFAULT.bytesPerSecond()));
    }

    private void refuseWithoutFolder(CommandLine command) {
        new DependentOptions()
                .and("--backup-every", every)
                .and("--backup-keep", keep)
                .and("--backup-pace", pace)
                .refuse(command, "--backup-to: name the folder for backups");
    }
}
