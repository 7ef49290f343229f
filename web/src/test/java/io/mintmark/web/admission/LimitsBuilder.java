package io.mintmark.web.admission;

import io.mintmark.support.limits.Limits;
import java.time.Duration;

/** Limits that differ from the default in what a test is about. */
public final class LimitsBuilder {
    private Limits.Sizes sizes = new Limits.Sizes(8 << 10, 32 << 10, 64 << 20, 16 << 20, 128, 256, 128);
    private int connections = 8_192;
    private int perAddress = 8_192;
    private int requests = 256;
    private int waiting = 4_096;
    private Duration wait = Duration.ofSeconds(30);
    private long memory = 1L << 30;
    private Duration head = Duration.ofSeconds(60);
    private Duration idle = Duration.ofSeconds(60);
    private int rate = 1;
    private Duration grace = Duration.ofSeconds(60);

    /** Limits that no test comes near. */
    public static final Limits WIDE = load().build();

    public static LimitsBuilder load() {
        return new LimitsBuilder();
    }

    /** Bounds one request: its line, all its header fields, its body, in bytes. */
    public LimitsBuilder sizes(int line, int headers, int body) {
        sizes = new Limits.Sizes(line, headers, body, body, 128, 256, 128);
        return this;
    }

    public LimitsBuilder connections(int all, int ofOneAddress) {
        connections = all;
        perAddress = ofOneAddress;
        return this;
    }

    public LimitsBuilder requests(int atWork, int atWait, Duration waitMax) {
        requests = atWork;
        waiting = atWait;
        wait = waitMax;
        return this;
    }

    public LimitsBuilder memory(long bytes) {
        memory = bytes;
        return this;
    }

    public LimitsBuilder head(Duration headMax) {
        head = headMax;
        return this;
    }

    public LimitsBuilder idle(Duration idleMax) {
        idle = idleMax;
        return this;
    }

    public LimitsBuilder rate(int bytesPerSecond, Duration graceTime) {
        rate = bytesPerSecond;
        grace = graceTime;
        return this;
    }

    public Limits build() {
        return new Limits(
                sizes,
                new Limits.Connections(connections, perAddress),
                new Limits.Requests(requests, waiting, wait),
                new Limits.Pace(head, idle, rate, grace),
                Limits.DEFAULT.writes(),
                Limits.DEFAULT.databases(),
                memory);
    }
}
