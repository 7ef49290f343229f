package io.mintmark.server.storage.postgresql.peers;

import io.mintmark.server.storage.ChangeListener;
import io.mintmark.server.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.server.storage.postgresql.claim.Written;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A database that is watched here: up to which write of each other node its watchers were told. Not safe for several threads.
 *
 * <p>A node that appears later takes its first number above those of all nodes, so all its writes are behind {@link #floor}.
 */
final class Watched {
    private final DatabaseRow database;
    private final ChangeListener listener;
    private final String own;
    private final Map<String, Long> told = new HashMap<>();
    private final long floor;

    private long topology;
    private long asked;
    private long upToDate;

    /**
     * Begins with what is written now.
     *
     * @param own the tag of this node, whose writes are told by its writer
     * @param topology the number of the topology that clients know
     * @param now when that was, in nanoseconds
     */
    Watched(
            DatabaseRow database,
            ChangeListener listener,
            String own,
            List<Written> written,
            long topology,
            long now) {
        this.database = database;
        this.listener = listener;
        this.own = own;
        this.topology = topology;
        this.asked = now;
        this.upToDate = now;
        written.forEach(each -> told.put(each.node(), each.etag()));
        this.floor = written.stream().mapToLong(Written::etag).max().orElse(0);
    }

    DatabaseRow database() {
        return database;
    }

    ChangeListener listener() {
        return listener;
    }

    /** Notes that somebody is about to watch. */
    void asked(long now) {
        asked = now;
    }

    /** Returns whether nobody watches, and nobody is about to. */
    boolean isIdle(long now, long patience) {
        return !listener.isListening() && now - asked > patience;
    }

    private long toldOf(String node) {
        return told.getOrDefault(node, floor);
    }

    /** Returns how far the other nodes are that wrote something which was not told yet. */
    Map<String, Long> news(List<Written> written) {
        Map<String, Long> news = new HashMap<>();
        for (Written each : written) {
            if (!each.node().equals(own) && each.etag() > toldOf(each.node())) {
                news.put(each.node(), each.etag());
            }
        }
        return news;
    }

    /** Returns behind which write the oldest of {@code news} is. */
    long after(Map<String, Long> news) {
        OptionalLong least = news.keySet().stream().mapToLong(this::toldOf).min();
        return least.orElse(floor);
    }

    /** Returns whether a write is among {@code news}. */
    boolean isNews(Map<String, Long> news, String node, long etag) {
        Long reached = news.get(node);
        return reached != null && etag > toldOf(node) && etag <= reached;
    }

    /** Notes that all of {@code news} was told. */
    void told(Map<String, Long> news, long now) {
        told.putAll(news);
        upToDate = now;
    }

    /** Notes that there was nothing to tell. */
    void upToDate(long now) {
        upToDate = now;
    }

    /** Returns for how long it is not known that everything was told. */
    long behindFor(long now) {
        return now - upToDate;
    }

    /** Notes the number of the topology; returns whether it is another one. */
    boolean hasOtherTopology(long now) {
        boolean other = topology != now;
        topology = now;
        return other;
    }
}
