package io.mintmark.lab.instrument;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Words of the command line that say how much is measured: the same for each command that measures. */
public class EffortOptions {
    @Option(names = "--quick", description = "Shows that everything runs; the figures are worth nothing.")
    private boolean quick;

    @Option(
            names = "--short",
            description = "Measures everything in less time, fewer times or for a shorter time each.")
    private boolean shorter;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** The same words, and how many rounds, for commands that interleave what they compare. */
    public static final class WithRounds extends EffortOptions {
        @Option(names = "--rounds", paramLabel = "N", description = "How many rounds. Default: those of the plan")
        private @Nullable Integer rounds;

        /** Returns what was asked for, with as many rounds as the plan has unless others were asked for. */
        public Effort effort(int quickRounds, int shortRounds, int fullRounds) {
            Effort.Plan plan = effort().plan();
            Integer asked = rounds;
            if (asked == null) {
                return new Effort(plan, new Effort(plan, 1).choose(quickRounds, shortRounds, fullRounds));
            }
            if (asked < 1) {
                throw refusal("--rounds must be at least 1: " + asked);
            }
            return new Effort(plan, asked);
        }
    }

    /** Returns what was asked for, in one round. */
    public Effort effort() {
        if (quick && shorter) {
            throw refusal("--quick and --short exclude each other: give one of them");
        }
        return new Effort(quick ? Effort.Plan.QUICK : shorter ? Effort.Plan.SHORT : Effort.Plan.FULL, 1);
    }

    /** Returns the refusal of words that cannot be meant together. */
    protected final RuntimeException refusal(String message) {
        CommandSpec asked = command;
        return asked == null
                ? new IllegalArgumentException(message)
                : new ParameterException(asked.commandLine(), message);
    }
}
