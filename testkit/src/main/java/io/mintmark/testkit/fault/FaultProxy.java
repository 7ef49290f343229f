package io.mintmark.testkit.fault;

import io.mintmark.internal.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A proxy in front of an HTTP/1.1 server that loses, delays, repeats and cuts messages by a plan.
 *
 * <p>It takes the place of a network: the server and its clients are real and do not know of it. It listens on
 * loopback. Safe for any number of threads.
 *
 * <pre>{@code
 * try (FaultProxy proxy = FaultProxy.before(server.url(), FaultPlan.random(seed, 0.2, Fault.values()))) {
 *     // let clients use proxy.url()
 * }
 * }</pre>
 */
public final class FaultProxy implements AutoCloseable {
    private static final int DELAY_MILLIS_MAX = 30;
    private static final ThreadFactory DAEMONS = DaemonThreads.named(FaultProxy.class, "mintmark-fault-proxy");

    private final ServerSocket listener;
    private final InetSocketAddress server;
    private final Consumer<Fault> heard;
    private final SplittableRandom delays = new SplittableRandom(1);
    private final ExecutorService threads = Executors.newCachedThreadPool(DAEMONS);
    private final ScheduledExecutorService late = Executors.newScheduledThreadPool(2, DAEMONS);
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final Set<UpstreamConnection> upstreams = ConcurrentHashMap.newKeySet();
    private final AtomicLong faults = new AtomicLong();
    private volatile FaultPlan plan;

    private FaultProxy(ServerSocket listener, InetSocketAddress server, FaultPlan plan, Consumer<Fault> heard) {
        this.listener = listener;
        this.server = server;
        this.plan = plan;
        this.heard = heard;
    }

    /** Starts a proxy in front of the server at {@code url}. */
    public static FaultProxy before(URI url, FaultPlan plan) {
        return before(url, plan, fault -> {});
    }

    /** Starts a proxy in front of the server at {@code url}; {@code heard} gets each fault as it happens. */
    public static FaultProxy before(URI url, FaultPlan plan, Consumer<Fault> heard) {
        if (!"http".equalsIgnoreCase(url.getScheme()) || url.getPort() < 0) {
            throw new IllegalArgumentException(
                    "a proxy reads what it passes on, so its server must have no TLS: give http://HOST:PORT, and not "
                            + url);
        }
        try {
            ServerSocket listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
            FaultProxy proxy =
                    new FaultProxy(listener, new InetSocketAddress(url.getHost(), url.getPort()), plan, heard);
            proxy.threads.execute(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException("no port of this machine could be listened on", e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                clients.add(client);
                threads.execute(() -> {
                    new ProxyConnection(client, this).run();
                    clients.remove(client);
                });
            } catch (IOException | RejectedExecutionException closed) {
                return;
            }
        }
    }

    /** Replaces the plan. */
    public void follow(FaultPlan plan) {
        this.plan = plan;
    }

    /** Returns the address of this proxy, for clients. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    /** Returns the number of requests that met a fault so far. */
    public long faultCount() {
        return faults.get();
    }

    /** Connects to the server, unless the proxy is closed. */
    UpstreamConnection connect() throws IOException {
        UpstreamConnection upstream = new UpstreamConnection(server, upstreams);
        if (listener.isClosed()) {
            upstream.close();
            throw new IOException("the proxy is closed");
        }
        return upstream;
    }

    Fault nextFault() {
        Fault fault = plan.next();
        if (fault != Fault.NONE) {
            faults.incrementAndGet();
            heard.accept(fault);
        }
        return fault;
    }

    private long delayMillis() {
        synchronized (delays) {
            return delays.nextInt(1, DELAY_MILLIS_MAX + 1);
        }
    }

    void delay() {
        try {
            Thread.sleep(delayMillis());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the result of a copy is of no use
    void later(Runnable copy) {
        late.schedule(copy, delayMillis(), TimeUnit.MILLISECONDS);
    }

    /** Resets clients, hangs up on the server and stops listening; copies that are still on their way are lost. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the proxy's listener did not close", e);
        } finally {
            late.shutdownNow();
            threads.shutdownNow();
            clients.forEach(FaultProxy::reset);
            upstreams.forEach(FaultProxy::hangUp);
        }
    }

    private static void hangUp(UpstreamConnection upstream) {
        try {
            upstream.close();
        } catch (IOException isClosed) {
            // The server will notice.
        }
    }

    private static void reset(Socket client) {
        try (client) {
            client.setSoLinger(true, 0);
        } catch (IOException isClosed) {
            // There is nothing to reset.
        }
    }
}
