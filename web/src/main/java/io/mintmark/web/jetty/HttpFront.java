package io.mintmark.web.jetty;

import io.mintmark.MintmarkException;
import io.mintmark.internal.Ticker;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.SlowClientReaper;
import io.mintmark.web.http.Gate;
import io.mintmark.web.http.Overload;
import io.mintmark.web.http.ReplyFilter;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listening HTTP server. Safe for use by many threads.
 *
 * <p>Every input has a limit, and a client that sends or reads slowly holds a little memory, never a thread, and not
 * for long (promise G11). Requests beyond those that can be answered are shed before they are started.
 */
public final class HttpFront implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);
    /**
     * As many as the system allows (Linux: net.core.somaxconn, 4,096). A client that finds it full, because thousands
     * connect at once, tries again after seconds.
     */
    private static final int ACCEPT_QUEUE = 1 << 16;

    /** Room for what neither limit counts: the version, line ends and optional white space. */
    private static final int HEAD_SLACK_BYTES = 1024;

    private static final int RESPONSE_HEADER_BYTES_MAX = 32 << 10;

    private static final Duration CLOSE_MAX = Duration.ofSeconds(20);

    private final Server server;
    private final InetSocketAddress address;
    private final SlowClientReaper reaper;

    private HttpFront(Server server, InetSocketAddress address, SlowClientReaper reaper) {
        this.server = server;
        this.address = address;
        this.reaper = reaper;
    }

    /**
     * Listens and answers from the moment it returns; a host or port that cannot be had is refused by name.
     *
     * @param counts where the front counts what it turns away
     */
    public static HttpFront start(
            HttpSettings settings, Router router, Gate gate, ReplyFilter filter, AdmissionCounts counts) {
        return start(settings, router, gate, filter, counts, CLOSE_MAX);
    }

    static HttpFront start(
            HttpSettings settings,
            Router router,
            Gate gate,
            ReplyFilter filter,
            AdmissionCounts counts,
            Duration closeMax) {
        QueuedThreadPool threads = HttpThreads.pool(settings.limits().requests());
        AdmissionControl admission = admission(settings, threads, counts);
        Server server = new Server(threads);
        server.setDynamic(false);
        server.setHandler(new GracefulHandler(new JettyHandler(settings, router, gate, filter, admission)));
        server.setErrorHandler(new JettyErrors(settings.limits().sizes(), admission));
        server.setStopTimeout(closeMax.toMillis());
        ServerConnector connector = connector(server, settings, admission);
        server.addConnector(connector);
        open(connector, settings);
        InetSocketAddress address = new InetSocketAddress(settings.host(), connector.getLocalPort());
        HttpFront front = new HttpFront(server, address, admission.reaper());
        try {
            server.start();
            admission.reaper().start(front::runAfter);
        } catch (Exception e) {
            front.close();
            throw new MintmarkException("the server for " + place(settings) + " could not start", e);
        }
        return front;
    }

    private static AdmissionControl admission(HttpSettings settings, Executor executor, AdmissionCounts counts) {
        return new AdmissionControl(settings.limits(), executor, Ticker.SYSTEM, counts, Overload::noMemory);
    }

    /** Loads the classes that listening takes, without listening. */
    public static void load(HttpSettings settings) {
        QueuedThreadPool threads = HttpThreads.pool(settings.limits().requests());
        Server server = new Server(threads);
        server.addConnector(connector(server, settings, admission(settings, threads, new AdmissionCounts())));
    }

    private static ServerConnector connector(Server server, HttpSettings settings, AdmissionControl admission) {
        // Those that read also answer what does not wait, so that all processors must be able to do it.
        int selectors = Runtime.getRuntime().availableProcessors();
        FrontConnector connector = new FrontConnector(server, selectors, protocols(settings, admission));
        connector.limitBy(admission.cap());
        if (settings.tls().isPresent()) {
            connector.readFirstInTurn(admission);
        }
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        long idleMillis = settings.limits().pace().idleMax().toMillis();
        connector.setIdleTimeout(idleMillis);
        // A client that pauses within its body is still being served; the reaper closes the connections that are not.
        connector.setShutdownIdleTimeout(idleMillis);
        return connector;
    }

    private static ConnectionFactory[] protocols(HttpSettings settings, AdmissionControl admission) {
        HttpConnectionFactory http =
                new FrontConnection.Factory(configuration(settings.limits().sizes()), admission);
        if (settings.tls().isEmpty()) {
            return new ConnectionFactory[] {http};
        }
        TlsFactory tls = new TlsFactory(settings.tls().get(), admission);
        // A connection that does not begin as TLS does speaks plain HTTP, and is told so.
        return new ConnectionFactory[] {new DetectorConnectionFactory(tls), http};
    }

    private void runAfter(Duration delay, Runnable task) {
        Scheduler.Task ignored = server.getScheduler().schedule(task, delay);
    }

    private static HttpConfiguration configuration(Limits.Sizes sizes) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendXPoweredBy(false);
        configuration.setSendDateHeader(false);
        long head = (long) sizes.lineBytesMax() + sizes.headerBytesMax() + HEAD_SLACK_BYTES;
        configuration.setRequestHeaderSize((int) Math.min(head, Integer.MAX_VALUE));
        configuration.setMaxResponseHeaderSize(RESPONSE_HEADER_BYTES_MAX);
        configuration.setHttpCompliance(HttpCompliance.STRICT);
        configuration.setUriCompliance(UriCompliance.DEFAULT);
        return configuration;
    }

    private static void open(ServerConnector connector, HttpSettings settings) {
        try {
            connector.open();
        } catch (IOException | UnresolvedAddressException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new MintmarkException(
                    "cannot listen on " + place(settings) + " (" + reason.getMessage()
                            + "); choose another host or port, or stop the program that has it",
                    e);
        }
    }

    private static String place(HttpSettings settings) {
        return settings.host() + ":" + settings.port();
    }

    /** Returns where the server listens, or listened, with the port that it really has. */
    public InetSocketAddress address() {
        return address;
    }

    /** Stops accepting, answers what was accepted within 20 seconds, and stops. */
    @Override
    public void close() {
        reaper.close(this::runAfter);
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("not every accepted request was answered before the server closed", e);
        }
    }
}
