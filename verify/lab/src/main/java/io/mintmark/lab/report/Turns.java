package io.mintmark.lab.report;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Subjects that take turns. Their servers stay from round to round, so that each is warmed up once, and for a moment
 * before each window.
 */
public final class Turns {
    private final String part;
    private final Site site;
    private final List<Turn> turns = new ArrayList<>();

    /** Something that is measured in one window after a warm-up. */
    @FunctionalInterface
    public interface Subject {
        Sample measure(Window window) throws IOException;
    }

    private record Turn(String name, Duration warmUp, Duration leadIn, Subject subject) {}

    public Turns(String part, Site site) {
        this.part = part;
        this.site = site;
    }

    /** Adds servers of ours. */
    public void addServer(String name, Subject subject) {
        add(name, seconds(0.3, 5, 15), seconds(0.1, 1, 2), subject);
    }

    /** Adds servers of ours that documents are streamed to: their rate still rises after the usual warm-up. */
    public void addStreamed(String name, Subject subject) {
        add(name, seconds(0.3, 15, 45), seconds(0.1, 1, 2), subject);
    }

    /**
     * Adds nodes that reserve ahead. They give back what nobody asks for during the turns of others, and reserve anew
     * once two seconds of a clock of their own were busy.
     */
    public void addAhead(String name, Subject subject) {
        add(name, seconds(0.3, 10, 30), seconds(0.1, 5, 6), subject);
    }

    /** Adds what compiles nothing while it runs. */
    public void addPeer(String name, Subject subject) {
        add(name, Duration.ZERO, seconds(0.1, 0.5, 1), subject);
    }

    private void add(String name, Duration warmUp, Duration leadIn, Subject subject) {
        turns.add(new Turn(name, warmUp, leadIn, subject));
    }

    /** Returns how long is measured. */
    public static Duration window(Effort effort) {
        return effort.choose(Duration.ofMillis(200), Duration.ofMillis(2_500), Duration.ofSeconds(5));
    }

    /** Measures all of them as often as there are rounds; another one begins in each. */
    public void run(Results results) throws IOException {
        for (Turn turn : turns) {
            if (!turn.warmUp.isZero()) {
                Progress.say("%s, warm-up: %s", part, turn.name);
                Sample ignored = turn.subject.measure(new Window(turn.warmUp, Duration.ofMillis(100)));
            }
        }
        for (int round = 1; round <= site.effort().rounds() && !turns.isEmpty(); round++) {
            results.add(site.disk());
            for (Turn turn : Rounds.order(turns, round)) {
                Sample sample = turn.subject.measure(new Window(turn.leadIn, window(site.effort())));
                results.add(turn.name, sample);
                Progress.say(
                        "%s, round %d of %d: %s, %,.0f/s",
                        part, round, site.effort().rounds(), turn.name, sample.perSecond());
            }
        }
    }

    private Duration seconds(double quick, double shorter, double full) {
        return Duration.ofMillis((long) (1_000 * site.effort().choose(quick, shorter, full)));
    }
}
