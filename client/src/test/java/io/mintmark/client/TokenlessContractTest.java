package io.mintmark.client;

import io.mintmark.client.hilo.RangeServer;
import io.mintmark.client.hilo.RavenRuleServer;
import io.mintmark.range.RangeSource;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.OtherProgram;
import io.mintmark.testkit.RangeSourceContract;
import io.mintmark.testkit.RangeSourceOpener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
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
        COUNTERS.incrementAndGet();
        RemoteRanges ranges = open(server.url().toString(), tag());
        opened.push(ranges);
        return ranges;
    }

    @Override
    protected Optional<RangeSource> secondSource() {
        return Optional.of(OtherProgram.open(Opener.class, server.url() + " " + tag()));
    }

    private static String tag() {
        return "counter" + COUNTERS.get();
    }

    private static RemoteRanges open(String url, String tag) {
        return RemoteRanges.builder(url)
                .database(RangeServer.DATABASE)
                .tag(tag)
                .fixedNodes()
                .open();
    }

    /** Opens a counter in a program of its own. */
    static final class Opener implements RangeSourceOpener {
        @Override
        public RangeSource open(String address) {
            int space = address.indexOf(' ');
            return TokenlessContractTest.open(address.substring(0, space), address.substring(space + 1));
        }
    }

    @Override
    protected int reservesPerThread() {
        return Effort.of("ranges reserved over HTTP by each of 64 threads", 20, 500);
    }
}
