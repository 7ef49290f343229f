package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.Ticker;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.ClientConnection;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Overload;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An error in the middle of an exchange, as want of memory is one, passes and leaves nothing behind. */
class FailedExchangeTest {
    private static final int SENT = 80 << 10;

    private final AdmissionCounts counts = new AdmissionCounts();
    private final AtomicReference<@Nullable ClientConnection> connection = new AtomicReference<>();

    @AutoClose("stop")
    private final Server server = new Server();

    /** Listens, and makes requests go wrong as {@code breaking} does it. */
    private InetSocketAddress start(UnaryOperator<org.eclipse.jetty.server.Request> breaking) throws Exception {
        Limits.Sizes limits = Fronts.USUAL;
        AdmissionControl admission = new AdmissionControl(
                LimitsBuilder.WIDE, server.getThreadPool(), Ticker.SYSTEM, counts, Overload::noMemory);
        JettyHandler handler = new JettyHandler(
                Fronts.settings(0), Fronts.router(), (request, changes) -> {}, (request, reply) -> reply, admission);
        server.setErrorHandler(new JettyErrors(limits, admission));
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(org.eclipse.jetty.server.Request request, Response response, Callback callback) {
                connection.set(FrontConnection.of(request).client());
                new Exchange(handler, breaking.apply(request), response, callback).begin();
                return true;
            }
        });
        ServerConnector connector =
                new FrontConnector(server, 1, new FrontConnection.Factory(new HttpConfiguration(), admission));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
        return new InetSocketAddress("127.0.0.1", connector.getLocalPort());
    }

    private boolean isOver() {
        ClientConnection seen = connection.get();
        return seen != null && seen.current() == null;
    }

    @Test
    void shouldGiveBackTheMemoryOfABodyWhenReadingFails() throws Exception {
        AtomicReference<Long> claimed = new AtomicReference<>(0L);
        InetSocketAddress address = start(request -> new org.eclipse.jetty.server.Request.Wrapper(request) {
            private long bytes;

            @Override
            public Content.Chunk read() {
                Content.Chunk chunk = super.read();
                bytes += chunk == null ? 0 : chunk.remaining();
                if (chunk == null && bytes == SENT) {
                    claimed.set(counts.memoryBytes());
                    throw new InternalError("on purpose");
                }
                return chunk;
            }
        });

        Wire.Answer answer =
                Wire.ask(address, Fronts.post("/size", "Content-Length: " + 2 * SENT + "\r\n", "x".repeat(SENT)));

        answer.expect(500);
        assertThat(claimed.get()).isPositive();
        Eventually.until(() -> counts.memoryBytes() == 0);
        Eventually.until(this::isOver);
    }

    @Test
    void shouldGiveResourcesBackWhenNotEvenTheHeadCouldBeJudged() throws Exception {
        InetSocketAddress address = start(request -> new org.eclipse.jetty.server.Request.Wrapper(request) {
            @Override
            public String getMethod() {
                throw new InternalError("on purpose");
            }
        });

        Wire.ask(address, Fronts.get("/ping")).expect(500);
        Eventually.until(this::isOver);
    }
}
