package io.mintmark.cli;

import io.mintmark.cli.terminal.DirectoryOnly;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.ProgressLine;
import io.mintmark.cli.terminal.Version;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.lifecycle.Checked;
import io.mintmark.storage.lifecycle.Findings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mintmark check}: whether what lies in a data directory is what was written, told without changing it. */
@Command(
        name = "check",
        description = {
            "Reads everything in a data directory whose server is stopped, and says what is damaged.",
            "Changes nothing in it but the file named lock."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no damage; there may be warnings",
            "1:could not check, or not everything: directory in use, missing, not readable",
            "2:wrong usage",
            "3:damage found, one line each on standard output"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  mintmark check", "  mintmark check --data /srv/backup/monday --database shop"})
final class CheckCommand implements Callable<Integer> {
    static final int DAMAGED = 3;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The server's data directory, or a copy of it. Default: ./mintmark-data")
    private Path data = Path.of("mintmark-data");

    @Option(names = "--database", paramLabel = "NAME", description = "Check the catalog and this database only.")
    private @Nullable String database;

    @Mixin
    private final DirectoryOnly directoryOnly = new DirectoryOnly();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        directoryOnly.require(own, "check PostgreSQL by its own tools, pg_amcheck for instance");
        PrintWriter out = own.commandLine().getOut();
        try (ProgressLine progress = ProgressLine.on(own.commandLine().getErr())) {
            Printed printed = new Printed(out, progress);
            Checked checked = Maintenance.of(data).check(Optional.ofNullable(database), printed);
            out.println("checked " + Plural.of(checked.databases(), "database", "databases") + ", "
                    + Plural.of(checked.documents(), "document", "documents") + ", "
                    + Plural.of(checked.counters(), "counter", "counters") + ": " + printed.verdict());
            out.flush();
            return printed.exitCode();
        }
    }

    /** Findings as lines, and what they come to. */
    private static final class Printed implements Findings {
        private final PrintWriter out;
        private final ProgressLine progress;
        private long damages;
        private boolean unchecked;

        Printed(PrintWriter out, ProgressLine progress) {
            this.out = out;
            this.progress = progress;
        }

        private void print(String kind, String text) {
            out.println(kind + ": " + OneLine.of(text));
            out.flush();
        }

        @Override
        public void damage(String text) {
            damages++;
            print("damage", text);
        }

        @Override
        public void warning(String text) {
            print("warning", text);
        }

        @Override
        public void unchecked(String text) {
            unchecked = true;
            print("unchecked", text);
        }

        @Override
        public void at(String doing, long done, long total) {
            progress.at(doing, done, total);
        }

        String verdict() {
            return (damages == 0 ? "no damage" : "damage found in " + Plural.of(damages, "place", "places"))
                    + (unchecked ? ", but not everything could be checked" : "");
        }

        int exitCode() {
            if (damages > 0) {
                return DAMAGED;
            }
            return unchecked ? Mintmark.FAILED : Mintmark.DONE;
        }
    }
}
