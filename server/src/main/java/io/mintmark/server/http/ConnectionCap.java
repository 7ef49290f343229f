package io.mintmark.server.http;

import io.mintmark.server.load.FairShare;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.SelectorManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections beyond the limits as soon as they come: too many of one address, or too many in all, where every
 * address gets a {@link FairShare}. Thread-safe.
 *
 * <p>Jetty's own limits stop accepting instead, which lets whoever came first keep everybody else out.
 */
final class ConnectionCap implements SelectorManager.AcceptListener {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionCap.class);
    /** Below this nobody asks how many files the process may open; asking takes time at the start. */
    private static final int CONNECTIONS_UNCHECKED = 128;

    private final FairShare<InetAddress> places;
    private final AdmissionCounts counts;
    private final LongSupplier filesMax;
    private final Map<SelectableChannel, InetAddress> open = new ConcurrentHashMap<>();
    private volatile boolean fitted;

    /**
     * Creates a cap.
     *
     * @param filesMax how many files the process may open, sockets included
     */
    ConnectionCap(AdmissionLimits limits, AdmissionCounts counts, LongSupplier filesMax) {
        this.places = new FairShare<>(limits.connectionsMax(), limits.connectionsPerAddressMax());
        this.counts = counts;
        this.filesMax = filesMax;
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        try {
            InetAddress holder = AddressGroup.of(((SocketChannel) channel).getRemoteAddress());
            if (places.take(holder, 1)) {
                open.put(channel, holder);
                fitToFiles();
            } else {
                counts.connectionsRefused.increment();
                channel.close();
            }
        } catch (IOException e) {
            LOG.debug("a connection was gone before it could be counted", e);
        }
    }

    /** Connections must not use up the files that the store needs. */
    private void fitToFiles() {
        if (fitted || places.taken() < CONNECTIONS_UNCHECKED) {
            return;
        }
        fitted = true;
        long files = filesMax.getAsLong();
        long half = files / 2;
        if (half < places.capacity()) {
            places.lowerTo(half);
            LOG.warn(
                    "At most {} connections, because this process may open only {} files: raise that limit (ulimit -n),"
                            + " or lower --limit-connections",
                    half,
                    files);
        }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        forget(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        forget(channel);
    }

    private void forget(SelectableChannel channel) {
        InetAddress holder = open.remove(channel);
        if (holder != null) {
            places.giveBack(holder, 1);
        }
    }

    int connections() {
        return open.size();
    }
}
