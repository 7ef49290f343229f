package io.mintmark.cli.backup;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.server.StoreSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mintmark raise}: makes a copy that was put back safe to use, as nothing it gave out since comes again. */
@Command(
        name = "raise",
        description = {
            "Raises every number of a database whose files were put back: counters, identities, server-side ids.",
            "Run it after a restore and before the server starts; give more than any of them moved since the copy."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all that were asked for are raised, one line each on standard output",
            "1:refused, or failed for a database: those without a line on standard output are not raised",
            "2:wrong usage"
        },
        footerHeading = "%nNumbers take the units k, m and g (1k is 1024). A database is raised in one transaction.%n"
                + "To raise one twice does no harm but a gap.%n%nExamples:%n",
        footer = {
            "  mintmark raise --data /srv/ids --all --by 1000000",
            "  mintmark raise --data /srv/ids --database shop --rate 500 --period 36h",
            "  mintmark raise --store jdbc:postgresql://db.lan/ids --store-user mintmark --all --by 1000000"
        })
public final class RaiseCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", description = "The server's data directory. Default: ./mintmark-data")
    private Path data = Path.of("mintmark-data");

    @Option(names = "--database", paramLabel = "NAME", description = "Raise this database.")
    private @Nullable String database;

    @Option(names = "--all", converter = Values.Consent.class, description = "Raise all databases.")
    private boolean all;

    @Option(
            names = "--by",
            paramLabel = "N",
            converter = Amounts.Numbers.class,
            description = "By how much: more than any number moved since the copy was made.")
    private @Nullable Long by;

    @Option(
            names = "--rate",
            paramLabel = "N",
            converter = Amounts.Numbers.class,
            description = "Instead: how many numbers a second the busiest counter gave out at most, ...")
    private @Nullable Long rate;

    @Option(
            names = "--period",
            paramLabel = "PERIOD",
            converter = Amounts.Period.class,
            description = "... and how old the copy is: 36h, 7d, or PT36H.")
    private @Nullable Duration period;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        requireUsage(own);
        CommandLine command = own.commandLine();
        Raising raising = new Raising(command, Raising.amount(command, by, rate, period));
        Optional<StoreSettings> settings = store.settings(command, (Variables) command.getDefaultValueProvider());
        if (settings.isEmpty()) {
            return raising.run(data, database);
        }
        if (command.getParseResult().hasMatchedOption("--data")) {
            throw new ParameterException(
                    command,
                    "--data and --store are two places: leave one out, --store or MINTMARK_STORE for a directory");
        }
        return raising.run(settings.get(), database);
    }

    private void requireUsage(CommandSpec own) {
        if (all == (database != null)) {
            throw new ParameterException(
                    own.commandLine(), "say which databases to raise, either --all or one with --database NAME");
        }
        boolean byRate = rate != null && period != null;
        if ((by != null) == byRate || (rate == null) != (period == null)) {
            throw new ParameterException(
                    own.commandLine(), "say by how much, either --by N or both --rate N and --period PERIOD");
        }
    }
}
