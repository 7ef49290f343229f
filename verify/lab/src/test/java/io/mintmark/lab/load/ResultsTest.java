package io.mintmark.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.DiskBaseline;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Sample;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private final Results results = new Results();

    @Test
    void shouldTakeRatiosWithinRoundsNotOfMedians() {
        add("ours", 10, 40, 90);
        add("theirs", 5, 10, 100);

        assertThat(results.ratio("ours", "theirs")).isEqualTo(2.0);
        assertThat(results.median("ours", Sample::perSecond)).isEqualTo(40);
        assertThat(results.at(0, "ours", Sample::perSecond)).isEqualTo(10);
        assertThat(results.at(1, "ours", Sample::perSecond)).isEqualTo(90);
    }

    @Test
    void shouldSayOfWhatWasNotMeasuredThatItWasNot() {
        add("ours", 1);

        assertThat(results.ratio("ours", "theirs")).isNaN();
        assertThat(Targets.verdict(results.ratio("ours", "theirs"), false, false))
                .isEqualTo("not measured");
        assertThat(results.diskMillis()).isNaN();
    }

    @Test
    void shouldBlameASlowDiskOnlyForWhatWasMissed() {
        assertThat(Targets.verdict(1, true, true)).isEqualTo("met");
        assertThat(Targets.verdict(1, false, true)).contains("repeat");
        assertThat(Targets.verdict(1, false, false)).contains("missed");
    }

    @Test
    void shouldCountUnitsNotRequests() {
        LatencyHistogram latencies = new LatencyHistogram();
        latencies.record(2_000_000);
        Sample sample = Sample.of(new ClosedLoop.Flow(10, 2, latencies), 100, new CpuMeter.Usage(1, 0.5, 0.1), 300);

        assertThat(sample.perSecond()).isEqualTo(500);
        assertThat(sample.serverMicros()).isEqualTo(1_000);
        assertThat(sample.loadMicros()).isEqualTo(500);
        assertThat(sample.p50Millis()).isCloseTo(2, within(0.05));
    }

    @Test
    void shouldTakeTheMedianOfTheRoundsForTheDisk() {
        results.add(new DiskBaseline(0.2, 1));
        results.add(new DiskBaseline(2.5, 9));
        results.add(new DiskBaseline(0.3, 2));

        assertThat(results.diskMillis()).isEqualTo(0.3);
    }

    private void add(String subject, double... perSecond) {
        for (double each : perSecond) {
            results.add(subject, new Sample(each, 1, 1, 1, 1, 0, 100));
        }
    }
}
