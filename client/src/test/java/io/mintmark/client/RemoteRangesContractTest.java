package io.mintmark.client;

import io.mintmark.client.hilo.RangeServer;
import io.mintmark.range.RangeSource;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.OtherProgram;
import io.mintmark.testkit.RangeSourceContract;
import io.mintmark.testkit.RangeSourceOpener;
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
        COUNTERS.incrementAndGet();
        return open(tag());
    }

    @Override
    protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
        COUNTERS.incrementAndGet();
        server.setMax(tag(), (1L << 53) - 1 - left);
        return Optional.of(open(tag()));
    }

    @Override
    protected Optional<RangeSource> secondSource() {
        return Optional.of(OtherProgram.open(Opener.class, server.url() + " " + tag()));
    }

    private static String tag() {
        return "counter" + COUNTERS.get();
    }

    /** Opens a counter in a program of its own. */
    static final class Opener implements RangeSourceOpener {
        @Override
        public RangeSource open(String address) {
            int space = address.indexOf(' ');
            return RemoteRanges.builder(address.substring(0, space))
                    .database(RangeServer.DATABASE)
                    .tag(address.substring(space + 1))
                    .open();
        }
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
