package io.mintmark.client;

import io.mintmark.client.hilo.RangeServer;
import io.mintmark.client.hilo.RavenRuleServer;
import io.mintmark.range.RangeSource;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.RangeSourceContract;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** A counter on a server by RavenDB's rule, which gives no tokens, keeps the promises that every source makes. */
class TokenlessContractTest extends RangeSourceContract {
    private static final AtomicInteger COUNTERS = new AtomicInteger();

    private static RavenRuleServer server;

    private final Deque<RemoteRanges> opened = new ArrayDeque<>();

    @BeforeAll
    static void start() {
        server = RavenRuleServer.withoutTokens();
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
        RemoteRanges ranges = RemoteRanges.builder(server.url().toString())
                .database(RangeServer.DATABASE)
                .tag("counter" + COUNTERS.incrementAndGet())
                .fixedNodes()
                .open();
        opened.push(ranges);
        return ranges;
    }

    @Override
    protected int reservesPerThread() {
        return Effort.of("ranges reserved over HTTP by each of 64 threads", 20, 500);
    }
}
