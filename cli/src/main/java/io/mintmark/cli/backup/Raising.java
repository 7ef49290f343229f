package io.mintmark.cli.backup;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.cli.terminal.ProgressLine;
import io.mintmark.server.StoreSettings;
import io.mintmark.server.maintenance.Maintenance;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.write.LeastRaise;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** Raises the databases of a directory or a store, one line each, and says what failed. */
final class Raising {
    private final PrintWriter out;
    private final PrintWriter err;
    private final OptionalLong said;
    private final RaiseAmount amount;

    /** Raises by what was {@code said}, or by what the copy's own history asks for. */
    Raising(CommandLine command, OptionalLong said, RaiseAmount amount) {
        this.out = command.getOut();
        this.err = command.getErr();
        this.said = said;
        this.amount = amount;
    }

    /** Raises one database, or all of them if it is null, and returns the exit code. */
    int run(Path data, @Nullable String database) {
        return run(Maintenance.of(data).openRestored(), "", database);
    }

    /** Does the same in a store, in which the access list was put back, too. */
    int run(StoreSettings store, @Nullable String database) {
        String list = "; the access list is the copy's, so look at `mintmark access list --store`";
        return run(Maintenance.of(store).openRestored(), list, database);
    }

    private int run(RestoredStore opened, String list, @Nullable String database) {
        try (RestoredStore target = opened;
                ProgressLine progress = ProgressLine.on(err)) {
            Map<String, LeastRaise> least =
                    database == null ? RaiseAmount.least(target) : Map.of(database, target.least(database));
            List<String> names = List.copyOf(least.keySet());
            said.ifPresent(by -> amount.requireEnough(by, least));
            raiseWhatIsShared(target, list);
            List<String> failed = new ArrayList<>();
            for (String name : names) {
                if (!raised(target, name, Objects.requireNonNull(least.get(name)), progress)) {
                    failed.add(name);
                }
            }
            return outcome(names, failed);
        }
    }

    /** New databases begin above what the busiest one needs; where there is none, nothing is known. */
    private void raiseWhatIsShared(RestoredStore target, String list) {
        long by = said.orElseGet(() -> RaiseAmount.least(target).values().stream()
                .reduce(LeastRaise::or)
                .orElseGet(() -> LeastRaise.of(Optional.empty(), 0))
                .by());
        if (target.databases().isEmpty()) {
            err.println("mintmark: no database is there; those that are created from now on begin above " + by
                    + ", since some may have been created after the copy was made");
        }
        target.raiseWhatIsShared(by);
        if (!list.isEmpty()) {
            err.println("mintmark: databases that are created from now on begin above what was given" + list);
        }
    }

    /** Raises one and says so; a failure is said, too, and is no obstacle for the next one. */
    private boolean raised(RestoredStore target, String name, LeastRaise least, ProgressLine progress) {
        long by = said.orElse(least.by());
        try {
            RestoredStore.Raised raised =
                    target.raise(name, by, (doing, done, total) -> progress.at(name + ": " + doing, done, total));
            if (said.isEmpty()) {
                err.println("mintmark: "
                        + OneLine.of(name + " is raised by " + by + ": " + least.why()
                                + "; if this copy was put back and raised before, raise it by that once more"));
            }
            out.println(OneLine.of(line(raised, by)));
            out.flush();
            return true;
        } catch (MintmarkException e) {
            err.println("mintmark: " + OneLine.of(name + " is not raised: " + e.getMessage()));
            err.flush();
            return false;
        }
    }

    private static String line(RestoredStore.Raised raised, long by) {
        return raised.database() + ": " + Plural.of(raised.counters(), "counter", "counters") + " and "
                + Plural.of(raised.identities(), "identity", "identities") + " raised by " + by + ", incarnation "
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
