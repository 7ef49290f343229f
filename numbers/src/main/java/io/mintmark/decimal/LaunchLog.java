package io.mintmark.decimal;

import io.mintmark.internal.Given;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;

/**
 * The launches of a system, in a counter: the newest one may make ids.
 *
 * <p>One process of a launch, usually the deployment, calls {@link #begin()}, or {@link #begin(Launch)} if it numbers
 * its launches by itself; all others are told the number and {@link #join} it.
 *
 * <p>{@link #begin(Launch)} refuses as repeated any launch id that began before, or is below one that did; so one
 * process of a launch begins it, and a second beginning is always refused. {@link #join}, which the other processes
 * call, refuses only an id that is not the newest: a process of the same launch and a launch that repeats the newest id
 * look alike from here. Even then no id comes twice, because generator ids are drawn from the counter of that launch,
 * which goes on ({@link DecimalIds}). As durable as the source; safe for any number of threads and processes.
 */
public final class LaunchLog {
    private final RangeSource launches;

    /** Takes the counter whose numbers are the launch ids; used for nothing else. */
    public LaunchLog(RangeSource launches) {
        this.launches = Given.required("launches", launches, "pass a counter of its own, such as one of mintmark-jdbc");
    }

    /**
     * Draws the next launch id, and so begins that launch.
     *
     * @throws LaunchRefusedException if 99,999 launches have been
     * @throws io.mintmark.MintmarkException as the source throws
     */
    public Launch begin() {
        long first = drawn().low();
        // A counter may begin at 0, which is the launch of tests.
        long id = first == 0 ? drawn().low() : first;
        return Launch.of((int) Math.min(id, DecimalId.LAUNCH_MAX + 1L));
    }

    private Range drawn() {
        Range range = launches.reserve(1);
        if (range.size() > 1 && !launches.giveBack(range, range.low())) {
            throw new LaunchRefusedException("the counter of launches must grant one number at a time, but granted "
                    + range.low() + " to " + range.high() + " and took none back: give it a source of its own");
        }
        return range;
    }

    /**
     * Begins the launch that a deployment numbered by itself.
     *
     * @throws LaunchRefusedException if it began before, or a later one did
     * @throws io.mintmark.MintmarkException as the source throws
     */
    public void begin(Launch launch) {
        if (launch.isOfATest()) {
            throw new LaunchRefusedException("launch id 0 is for tests, and no launch of the log");
        }
        if (launches.raise(launch.id() - 1L) >= launch.id() || !draws(launch)) {
            throw new LaunchRefusedException("launch " + launch.id() + " is repeated: the log stands at "
                    + launches.raise(0) + "; draw the next with mintmark launch next");
        }
    }

    /** Draws the launch's number; another one goes back, because it would end the launch that began first. */
    private boolean draws(Launch launch) {
        Range range = drawn();
        if (range.low() == launch.id()) {
            return true;
        }
        boolean ignoredAsAGap = launches.giveBack(range, range.low() - 1);
        return false;
    }

    /**
     * Checks that a launch is the newest of the log.
     *
     * @throws LaunchRefusedException if a later one has begun, or this one has not
     * @throws io.mintmark.MintmarkException as the source throws
     */
    public void join(Launch launch) {
        long newest = launches.raise(0);
        if (newest != launch.id()) {
            throw new LaunchRefusedException(
                    "launch " + launch.id() + (newest > launch.id() ? " is repeated or over" : " never began")
                            + ": the newest of the log is " + newest + "; draw the next with mintmark launch next");
        }
    }
}
