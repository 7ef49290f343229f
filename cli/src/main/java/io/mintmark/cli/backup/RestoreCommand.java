package io.mintmark.cli.backup;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.DirectoryOnly;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.ProgressLine;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Version;
import io.mintmark.internal.FailureText;
import io.mintmark.server.backup.Manifest;
import io.mintmark.server.maintenance.Restore;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mintmark restore}: a backup in an empty directory, which is not served before it was raised. */
@Command(
        name = "restore",
        description = {
            "Puts a backup into an empty directory, once all of it was read and compared with its digests.",
            "No server starts on that directory until it was raised: here, or with `mintmark raise`."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:restored, and raised if that was asked for",
            "1:refused, or failed: the directory is empty again, or restored and not raised, as the line says",
            "2:wrong usage"
        },
        footerHeading = "%nNumbers take the units k, m and g (1k is 1024).%n%nExamples:%n",
        footer = {
            "  mintmark restore /backups/mintmark-20270131T040000Z.zip --data /srv/ids --raise",
            "  mintmark restore /backups/mintmark-20270131T040000Z.zip --data /srv/ids --rate 500 --period 36h",
            "  mintmark restore /backups/mintmark-20270131T040000Z.zip --data /tmp/look --for-a-look",
            "  ssh backups cat monday.zip | mintmark restore - --data /srv/ids"
        })
public final class RestoreCommand implements Callable<Integer> {
    private static final String PIPE = "-";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "BACKUP", description = "The backup's file, or - for standard input.")
    private String backup = "";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description = "Where to: an empty directory, or one that is created.")
    private Path data = Path.of("");

    @Option(
            names = "--raise",
            converter = Values.Consent.class,
            description =
                    "Raise everything by what the backup's history of each counter's growth asks for; where that is too"
                            + " short, by 1g and 12428 for each second since its end.")
    private boolean raise;

    @Option(
            names = "--raise-by",
            paramLabel = "N",
            converter = Amounts.Numbers.class,
            description = "Instead: raise everything by so much, more than any number moved since the backup began.")
    private @Nullable Long by;

    @Mixin
    private final RaiseAmount amount = new RaiseAmount();

    @Option(
            names = "--for-a-look",
            converter = Values.Consent.class,
            description = "Only to look at: with `mintmark check` and `sqlite3 -readonly`. It is never served.")
    private boolean look;

    @Mixin
    private final DirectoryOnly directoryOnly = new DirectoryOnly();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        directoryOnly.require(own, "restore PostgreSQL by its own tools, to its newest state");
        CommandLine command = own.commandLine();
        OptionalLong said = amount.said(command, "--raise-by", by);
        requireUsage(command, said.isPresent());
        Manifest restored = restore(command);
        // Without databases there is nothing to look at before it is raised, and no history to decide by.
        boolean raised =
                raise || said.isPresent() || (!look && restored.databases().isEmpty());
        print(command.getOut(), restored, raised);
        return raised ? new Raising(command, said, amount).run(data, null) : ExitCode.OK;
    }

    private void requireUsage(CommandLine command, boolean said) {
        if (raise && said) {
            throw new ParameterException(
                    command,
                    "say either --raise, or by how much with --raise-by N or with --rate N and --period PERIOD");
        }
        if (look && (raise || said)) {
            throw new ParameterException(
                    command, "a copy for a look is never served, so leave out by how much to raise it");
        }
    }

    private Manifest restore(CommandLine command) {
        Restore.Purpose purpose = look ? Restore.Purpose.LOOK : Restore.Purpose.SERVE;
        try (InputStream in = opened();
                ProgressLine progress = ProgressLine.on(command.getErr())) {
            return Restore.run(in, name(), data, purpose, progress);
        } catch (IOException e) {
            throw new MintmarkException(
                    "The backup " + name() + " cannot be read (" + FailureText.of(e) + "): check its name and rights.",
                    e);
        }
    }

    private InputStream opened() throws IOException {
        return new BufferedInputStream(
                backup.equals(PIPE) ? System.in : Files.newInputStream(Path.of(backup)), 1 << 16);
    }

    private String name() {
        return backup.equals(PIPE) ? "on standard input" : backup;
    }

    private void print(PrintWriter out, Manifest restored, boolean raised) {
        out.println(OneLine.of(data + ": " + Plural.of(restored.databases().size(), "database", "databases") + " as of "
                + restored.begun() + next(raised)));
        out.flush();
    }

    private String next(boolean raised) {
        if (look) {
            return ", for a look";
        }
        return raised ? "" : "; run `mintmark raise --data " + data + " --all` before a server starts on it";
    }
}
