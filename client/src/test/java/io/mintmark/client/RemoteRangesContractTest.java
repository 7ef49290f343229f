package io.mintmark.client;

import io.mintmark.client.hilo.RangeServer;
import io.mintmark.range.RangeSource;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.RangeSourceContract;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A counter on a server keeps the promises that every source of ranges makes. */
class RemoteRangesContractTest extends RangeSourceContract {
    private static final AtomicInteger COUNTERS = new AtomicInteger();

    @TempDir
    static Path directory;

    private static RangeServer server;

    private final Deque<RemoteRanges> opened = new ArrayDeque<>();

    @BeforeAll
    static void start() {
        server = RangeServer.start(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void close() {
        opened.forEach(RemoteRanges::close);
    }

    @Override
    protected RangeSource newCounter() {
        return open("counter" + COUNTERS.incrementAndGet());
    }

    @Override
    protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
        String tag = "counter" + COUNTERS.incrementAndGet();
        server.setMax(tag, (1L << 53) - 1 - left);
        return Optional.of(open(tag));
    }

    @Override
    protected int reservesPerThread() {
        return Effort.of("ranges reserved over HTTP by each of 64 threads", 20, 1_000);
    }

    private RemoteRanges open(String tag) {
        RemoteRanges ranges = server.ranges(tag).open();
        opened.push(ranges);
        return ranges;
    }
}
