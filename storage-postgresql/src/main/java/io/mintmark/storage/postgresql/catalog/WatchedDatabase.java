package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.claim.WriterProgress.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A database that is watched here: up to which write of each lane of each other node its watchers were told. Used by
 * the thread that tells; {@link #asked} and {@link #isIdle} are for any.
 *
 * <p>A lane that had no row when the watching began wrote nothing before, so it is told from where its row says that it
 * began.
 *
 * <p><b>Which lane says what.</b> Documents, and their deletions, are written by the lane of documents only. A HiLo
 * document is written by both: each range moves it in the lane of counters, and clients edit and delete it in the other
 * one. Its row does not tell by which lane, so it is told when either passes it. One that was committed between two
 * looks may be told twice.
 */
final class WatchedDatabase {
    private final DatabaseRow database;
    private final ChangeListener listener;
    private final String own;
    private final Map<Writer, Long> told = new HashMap<>();

    private long topology;
    private volatile long asked;
    private long upToDate;

    /**
     * Begins with what is written now.
     *
     * @param own the tag of this node, whose writes are told by its writer
     * @param topology the number of the topology that clients know
     * @param now when that was, in nanoseconds
     */
    WatchedDatabase(
            DatabaseRow database,
            ChangeListener listener,
            String own,
            List<WriterProgress> written,
            long topology,
            long now) {
        this.database = database;
        this.listener = listener;
        this.own = own;
        this.topology = topology;
        this.asked = now;
        this.upToDate = now;
        written.forEach(each -> told.put(each.writer(), each.etag()));
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

    /** Returns what the other nodes wrote that was not told yet. */
    News news(List<WriterProgress> written) {
        Map<Writer, News.Stretch> stretches = new HashMap<>();
        for (WriterProgress each : written) {
            long from = told.getOrDefault(each.writer(), each.began());
            if (!each.writer().node().equals(own) && each.etag() > from) {
                stretches.put(each.writer(), new News.Stretch(from, each.etag()));
            }
        }
        return new News(stretches);
    }

    /** Notes that all of {@code news} was told. */
    void told(News news, long now) {
        news.stretches().forEach((writer, stretch) -> told.put(writer, stretch.last()));
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
