package io.mintmark.web.admission;

import io.mintmark.support.FairShare;
import io.mintmark.support.limits.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections beyond the limits as soon as they come: too many of one address, or too many in all, where every
 * address gets a {@link FairShare}. Thread-safe.
 *
 * <p>A server that stopped accepting instead, as Jetty's own limits do, would let the first comers keep everybody else
 * out.
 */
public final class ConnectionCap {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionCap.class);
    /** Below this nobody asks how many files the process may open; asking takes time at the start. */
    private static final int CONNECTIONS_UNCHECKED = 128;

    private final FairShare<InetAddress> places;
    private final AdmissionCounts counts;
    private final LongSupplier filesMax;
    private final Map<SocketChannel, InetAddress> open = new ConcurrentHashMap<>();
    private volatile boolean fitted;

    /**
     * Creates a cap.
     *
     * @param filesMax how many files the process may open, sockets included
     */
    ConnectionCap(Limits.Connections limits, AdmissionCounts counts, LongSupplier filesMax) {
        this.places = new FairShare<>(limits.max(), limits.perAddressMax());
        this.counts = counts;
        this.filesMax = filesMax;
    }

    /** Counts a connection that was just accepted, or closes it if it is one too many. */
    public void accept(SocketChannel channel) {
        try {
            InetAddress party = AddressGroup.of(channel.getRemoteAddress());
            if (places.take(party, 1)) {
                open.put(channel, party);
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

    /** Frees the place of a connection that is gone, if it had one. */
    public void forget(SocketChannel channel) {
        InetAddress party = open.remove(channel);
        if (party != null) {
            places.giveBack(party, 1);
        }
    }

    int connections() {
        return open.size();
    }
}
