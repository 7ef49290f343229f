package io.mintmark.lab.report;

import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** A command that interleaves what it compares, in as many rounds as the plan has unless others are asked for. */
public abstract class RoundsCommand extends LabCommand {
    private final int quickRounds;
    private final int shortRounds;
    private final int fullRounds;

    @Mixin
    private EffortOptions.WithRounds effort = new EffortOptions.WithRounds();

    /** Creates a command with that many rounds in each plan. */
    protected RoundsCommand(int quickRounds, int shortRounds, int fullRounds) {
        this.quickRounds = quickRounds;
        this.shortRounds = shortRounds;
        this.fullRounds = fullRounds;
    }

    @Override
    protected final int measure(WorkDirectory directory, Conditions conditions) throws IOException {
        measure(new Site(script(), directory, effort.effort(quickRounds, shortRounds, fullRounds)), conditions);
        return 0;
    }

    /** Measures at a site, and prints conditions and what was found. */
    protected abstract void measure(Site site, Conditions conditions) throws IOException;
}
