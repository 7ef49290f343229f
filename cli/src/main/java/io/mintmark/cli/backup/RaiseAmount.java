package io.mintmark.cli.backup;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.Values;
import io.mintmark.counter.Reservation;
import io.mintmark.storage.engine.RestoredStore;
import io.mintmark.storage.write.LeastRaise;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** By how much to raise: what was said, if it is enough, and else what the copy's own history asks for. */
final class RaiseAmount {
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

    @Option(
            names = "--accept-repeats",
            converter = Values.Consent.class,
            description = "Raise by less than the copy's history asks for, although numbers may come twice then.")
    private boolean acceptRepeats;

    /**
     * Returns what was said, by {@code name} or by rate and period; empty if nothing was.
     *
     * @throws ParameterException if more or less than one of both was said
     */
    OptionalLong said(CommandLine command, String name, @Nullable Long by) {
        if ((rate == null) != (period == null) || (by != null && rate != null)) {
            throw new ParameterException(
                    command, "say by how much, either " + name + " N or both --rate N and --period PERIOD");
        }
        if (acceptRepeats && by == null && rate == null) {
            throw new ParameterException(command, "--accept-repeats needs " + name + " N, or leave it out");
        }
        if (by == null && rate == null) {
            return OptionalLong.empty();
        }
        long amount = by != null ? by : product(Objects.requireNonNull(rate), Objects.requireNonNull(period));
        if (amount > Reservation.CEILING_JS_SAFE) {
            throw new ParameterException(
                    command,
                    "rate times period must not be beyond " + Reservation.CEILING_JS_SAFE
                            + " (2^53-1), where all numbers end; give less");
        }
        return OptionalLong.of(amount);
    }

    private static long product(long perSecond, Duration period) {
        long seconds = period.plusNanos(999_999_999).toSeconds();
        return perSecond > Long.MAX_VALUE / seconds ? Long.MAX_VALUE : perSecond * seconds;
    }

    /** Returns by how much each database of a target must be raised at least. */
    static Map<String, LeastRaise> least(RestoredStore target) {
        Map<String, LeastRaise> least = new LinkedHashMap<>();
        target.databases().forEach(name -> least.put(name, target.least(name)));
        return least;
    }

    /** Refuses an amount that is too small for a database, unless repeats are accepted. */
    void requireEnough(long amount, Map<String, LeastRaise> least) {
        if (acceptRepeats) {
            return;
        }
        least.forEach((name, needed) -> {
            if (amount < needed.by()) {
                throw new MintmarkException("To raise by " + amount + " is too little, and nothing is raised: " + name
                        + " needs at least " + needed.by() + " (" + needed.why()
                        + "). Run `mintmark raise` without an amount to raise by what is needed, or with --accept-repeats"
                        + " if numbers may come twice.");
            }
        });
    }
}
