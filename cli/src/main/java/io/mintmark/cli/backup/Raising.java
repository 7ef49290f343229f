package io.mintmark.cli.backup;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.ProgressLine;
import io.mintmark.counter.Reservation;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.DataDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** Raises the databases of a directory or a store, one line each, and says what failed. */
final class Raising {
    private final PrintWriter out;
    private final PrintWriter err;
    private final long amount;

    Raising(CommandLine command, long amount) {
        this.out = command.getOut();
        this.err = command.getErr();
        this.amount = amount;
    }

    /** Returns by how much to raise: what was said, or what so many numbers a second come to in a period. */
    static long amount(CommandLine command, @Nullable Long by, @Nullable Long rate, @Nullable Duration period) {
        long amount = by != null ? by : product(Objects.requireNonNull(rate), Objects.requireNonNull(period));
        if (amount > Reservation.CEILING_JS_SAFE) {
            throw new ParameterException(
                    command,
                    "rate times period must not be beyond " + Reservation.CEILING_JS_SAFE
                            + " (2^53-1), where all numbers end; give less");
        }
        return amount;
    }

    private static long product(long perSecond, Duration period) {
        long seconds = period.plusNanos(999_999_999).toSeconds();
        return perSecond > Long.MAX_VALUE / seconds ? Long.MAX_VALUE : perSecond * seconds;
    }

    /** Raises one database, or all of them if it is null, and returns the exit code. */
    int run(Path data, @Nullable String database) {
        return run(RaiseTarget.of(data, amount), database);
    }

    /** Does the same in a store. */
    int run(StoreSettings store, @Nullable String database) {
        return run(RaiseTarget.of(store, amount), database);
    }

    private int run(RaiseTarget opened, @Nullable String database) {
        try (RaiseTarget target = opened;
                ProgressLine progress = ProgressLine.on(err)) {
            List<String> names = database == null ? target.databases() : List.of(database);
            raiseWhatIsShared(target);
            List<String> failed = new ArrayList<>();
            for (String name : names) {
                if (!raised(target, name, progress)) {
                    failed.add(name);
                }
            }
            return outcome(names, failed);
        }
    }

    private void raiseWhatIsShared(RaiseTarget target) {
        if (target.raiseWhatIsShared()) {
            err.println(
                    "mintmark: databases that are created from now on begin above what was given; the access list is the"
                            + " copy's, so look at `mintmark access list --store`");
        }
    }

    /** Raises one and says so; a failure is said, too, and is no obstacle for the next one. */
    private boolean raised(RaiseTarget target, String name, ProgressLine progress) {
        try {
            DataDirectory.Raised raised =
                    target.raise(name, (doing, done, total) -> progress.at(name + ": " + doing, done, total));
            out.println(OneLine.of(line(raised)));
            out.flush();
            return true;
        } catch (MintmarkException e) {
            err.println("mintmark: " + OneLine.of(name + " is not raised: " + e.getMessage()));
            err.flush();
            return false;
        }
    }

    private String line(DataDirectory.Raised raised) {
        return raised.database() + ": " + Plural.of(raised.counters(), "counter", "counters") + " and "
                + Plural.of(raised.identities(), "identity", "identities") + " raised by " + amount + ", incarnation "
                + raised.incarnation();
    }

    private int outcome(List<String> names, List<String> failed) {
        if (failed.isEmpty()) {
            return ExitCode.OK;
        }
        if (names.size() > 1) {
            err.println("mintmark: "
                    + OneLine.of(
                            (names.size() - failed.size()) + " of " + names.size() + " databases raised, not raised: "
                                    + String.join(", ", failed) + "; mend these and raise them with --database"));
            err.flush();
        }
        return ExitCode.SOFTWARE;
    }
}
