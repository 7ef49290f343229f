package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Something that is measured in turns with others.
 *
 * @param name what tables call it
 * @param server whose processor time counts
 * @param load keeps it busy for a while
 */
record Rival(String name, ProcessHandle server, Window.Source load) {
    /** Warms all of them up, then measures each once a round. */
    static Rounds<String, Sample> inTurns(String what, List<Rival> rivals, Effort effort) throws IOException {
        for (Rival rival : rivals) {
            Sample ignored = rival.measure(Duration.ofSeconds(effort.choose(1, 10, 20)));
        }
        Rounds<String, Sample> found = new Rounds<>();
        for (int round = 1; round <= effort.rounds(); round++) {
            for (Rival rival : rivals) {
                found.add(rival.name, rival.measure(window(effort)));
            }
            Progress.say("[tls] %s, round %d of %d done", what, round, effort.rounds());
        }
        return found;
    }

    /** Returns how long is measured in one round. */
    static Duration window(Effort effort) {
        return Duration.ofSeconds(effort.choose(1, 5, 10));
    }

    private Sample measure(Duration time) throws IOException {
        CpuMeter meter = CpuMeter.start(server);
        return Sample.of(load.run(time), 1, meter.stop(), Double.NaN);
    }
}
