package io.mintmark.web.jetty;

import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.BoundedExecutor;
import io.mintmark.web.admission.ConnectionCap;
import java.net.SocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/** Accepts connections, each of which a {@link FrontEnd} reads, and waits for their input. */
final class FrontConnector extends ServerConnector {
    /** As many as compute, and two at least, so that one that waits for something does not keep the others. */
    private static final int CONNECTIONS_AT_ONCE =
            Math.max(2, Runtime.getRuntime().availableProcessors());

    private Consumer<FrontEnd> opening = end -> {};

    /** Speaks the first of {@code protocols}, which names or finds the next. */
    FrontConnector(Server server, int selectors, ConnectionFactory... protocols) {
        super(server, 1, selectors, protocols);
    }

    /** Lets {@code cap} close connections beyond the limits. Before the start. */
    void limitBy(ConnectionCap cap) {
        addBean(new SelectorManager.AcceptListener() {
            @Override
            public void onAccepting(SelectableChannel channel) {
                cap.accept((SocketChannel) channel);
            }

            @Override
            public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
                cap.forget((SocketChannel) channel);
            }

            @Override
            public void onClosed(SelectableChannel channel) {
                cap.forget((SocketChannel) channel);
            }
        });
    }

    /**
     * Lets the first bytes of each connection wait for their turn among all handshakes. What they cost, a TLS engine
     * for one, is little; but where thousands come in the same moment, those who are connected would wait behind all of
     * them for a thread that reads. Before the start.
     */
    void readFirstInTurn(AdmissionControl admission) {
        opening = end -> {
            SocketAddress peer = end.getRemoteSocketAddress();
            end.waitFor(step -> admission.beginHandshake(peer, step, end::close));
        };
    }

    /**
     * Opens and closes few connections at a time. Each is a task that Jetty wants done by a thread of its own: where
     * thousands come or are thrown out in the same moment, hundreds of threads would share the processors with those
     * that answer requests.
     */
    @Override
    protected SelectorManager newSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
        Executor few = new BoundedExecutor(executor, CONNECTIONS_AT_ONCE);
        return new ServerConnectorManager(executor, scheduler, selectors) {
            @Override
            protected void execute(Runnable task) {
                // What comes before are the selectors themselves, which keep their threads.
                if (isStarted()) {
                    few.execute(task);
                } else {
                    super.execute(task);
                }
            }
        };
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        FrontEnd end = new FrontEnd(channel, selector, key, getScheduler());
        end.setIdleTimeout(getIdleTimeout());
        opening.accept(end);
        return end;
    }
}
