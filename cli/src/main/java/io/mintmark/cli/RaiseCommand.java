package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.StoreOptions;
import io.mintmark.cli.terminal.Values;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.counter.Reservation;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.DataDirectory;
import io.mintmark.server.maintenance.RestoredStore;
import io.mintmark.server.storage.check.Progress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
final class RaiseCommand implements Callable<Integer> {
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
            converter = Values.Numbers.class,
            description = "By how much: more than any number moved since the copy was made.")
    private @Nullable Long by;

    @Option(
            names = "--rate",
            paramLabel = "N",
            converter = Values.Numbers.class,
            description = "Instead: how many numbers a second the busiest counter gave out at most, ...")
    private @Nullable Long rate;

    @Option(
            names = "--period",
            paramLabel = "PERIOD",
            converter = Values.Period.class,
            description = "... and how old the copy is: 36h, 7d, or PT36H.")
    private @Nullable Duration period;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    /** What is raised: a directory, or a store. */
    private interface Restored extends AutoCloseable {
        List<String> databases();

        /** Raises what belongs to no database; asked for together with all databases. Returns whether there is any. */
        boolean raiseWhatIsShared();

        DataDirectory.Raised raise(String database, Progress progress);

        @Override
        void close();
    }

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec);
        requireUsage(own);
        long amount = amount(own);
        PrintWriter out = own.commandLine().getOut();
        PrintWriter err = own.commandLine().getErr();
        try (Restored restored = open(own, amount);
                ProgressLine progress = ProgressLine.on(err)) {
            boolean shared = database == null && restored.raiseWhatIsShared();
            if (shared) {
                err.println(
                        "mintmark: databases that are created from now on begin above what was given; the access list is the"
                                + " copy's, so look at `mintmark access list --store`");
            }
            List<String> names = database == null ? restored.databases() : List.of(database);
            if (names.isEmpty() && !shared) {
                throw new MintmarkException(
                        "There is no database here, so there is nothing to raise: name the directory"
                                + " with --data, or the --store.");
            }
            List<String> failed = new ArrayList<>();
            for (String name : names) {
                if (!raised(restored, name, amount, progress, out, err)) {
                    failed.add(name);
                }
            }
            return outcome(names, failed, err);
        }
    }

    private Restored open(CommandSpec own, long amount) {
        CommandLine line = own.commandLine();
        Optional<StoreSettings> settings = store.settings(line, (Variables) line.getDefaultValueProvider());
        if (settings.isEmpty()) {
            return new OfDirectory(DataDirectory.open(data), amount);
        }
        if (line.getParseResult().hasMatchedOption("--data")) {
            throw new ParameterException(
                    line,
                    "--data and --store are two places: leave one out, --store or MINTMARK_STORE for a directory");
        }
        return new OfStore(RestoredStore.open(settings.get(), amount));
    }

    private record OfDirectory(DataDirectory directory, long amount) implements Restored {
        @Override
        public List<String> databases() {
            return directory.databases();
        }

        @Override
        public boolean raiseWhatIsShared() {
            return false;
        }

        @Override
        public DataDirectory.Raised raise(String database, Progress progress) {
            return directory.raise(database, amount, progress);
        }

        @Override
        public void close() {
            directory.close();
        }
    }

    private record OfStore(RestoredStore store) implements Restored {
        @Override
        public List<String> databases() {
            return store.databases();
        }

        @Override
        public boolean raiseWhatIsShared() {
            store.raiseWhatIsShared();
            return true;
        }

        @Override
        public DataDirectory.Raised raise(String database, Progress progress) {
            return store.raise(database);
        }

        @Override
        public void close() {
            store.close();
        }
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

    private long amount(CommandSpec own) {
        long amount = by != null ? by : product(Objects.requireNonNull(rate), Objects.requireNonNull(period));
        if (amount > Reservation.CEILING_JS_SAFE) {
            throw new ParameterException(
                    own.commandLine(),
                    "rate times period must not be beyond " + Reservation.CEILING_JS_SAFE
                            + " (2^53-1), where all numbers end; give less");
        }
        return amount;
    }

    private static long product(long perSecond, Duration period) {
        long seconds = period.plusNanos(999_999_999).toSeconds();
        return perSecond > Long.MAX_VALUE / seconds ? Long.MAX_VALUE : perSecond * seconds;
    }

    /** Raises one and says so; a failure is said, too, and is no obstacle for the next one. */
    private static boolean raised(
            Restored restored, String name, long amount, ProgressLine progress, PrintWriter out, PrintWriter err) {
        try {
            DataDirectory.Raised raised =
                    restored.raise(name, (doing, done, total) -> progress.at(name + ": " + doing, done, total));
            out.println(OneLine.of(line(raised, amount)));
            out.flush();
            return true;
        } catch (MintmarkException e) {
            err.println("mintmark: " + OneLine.of(name + " is not raised: " + e.getMessage()));
            err.flush();
            return false;
        }
    }

    private static String line(DataDirectory.Raised raised, long amount) {
        return raised.database() + ": " + Plural.of(raised.counters(), "counter", "counters") + " and "
                + Plural.of(raised.identities(), "identity", "identities") + " raised by " + amount + ", incarnation "
                + raised.incarnation();
    }

    private static int outcome(List<String> names, List<String> failed, PrintWriter err) {
        if (failed.isEmpty()) {
            return Mintmark.DONE;
        }
        if (names.size() > 1) {
            err.println("mintmark: "
                    + OneLine.of(
                            (names.size() - failed.size()) + " of " + names.size() + " databases raised, not raised: "
                                    + String.join(", ", failed) + "; mend these and raise them with --database"));
            err.flush();
        }
        return Mintmark.FAILED;
    }
}
