package io.mintmark.cli.backup;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.server.StoreSettings;
import java.nio.file.Path;
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
            "Run it after a restore and before the server starts. What the copy's own history asks for is the least."
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
            "  mintmark raise --data /srv/ids --all",
            "  mintmark raise --data /srv/ids --database shop --rate 500 --period 36h",
            "  mintmark raise --store jdbc:postgresql://db.lan/ids --store-user mintmark --all"
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
            description =
                    "By how much: more than any number moved since the copy was made. Default: what the copy's history of"
                            + " each counter's growth asks for; where that is too short, 1g and 12428 for each second since its"
                            + " end")
    private @Nullable Long by;

    @Mixin
    private final RaiseAmount amount = new RaiseAmount();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        requireUsage(own);
        CommandLine command = own.commandLine();
        Raising raising = new Raising(command, amount.said(command, "--by", by), amount);
        Optional<StoreSettings> settings = store.settings(command, Variables.of(command));
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
    }
}
