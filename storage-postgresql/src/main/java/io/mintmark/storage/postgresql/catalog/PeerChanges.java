package io.mintmark.storage.postgresql.catalog;

import io.mintmark.MintmarkException;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.group.OneThread;
import io.mintmark.storage.postgresql.claim.HeartbeatReply;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells those who watch a database here what other nodes wrote there, after the heartbeat that brought their numbers.
 * Safe for any number of threads.
 *
 * <p><b>Why nothing is missed.</b> What a lane of a node writes is committed in the order of its numbers, so what it
 * wrote up to the number that a heartbeat showed can be read. Watchers count on hearing what is committed after the
 * answer to their handshakes; the numbers from which is told were read before that. Deletions leave a row for some
 * minutes. If this node is cut off from the engine, could not read for long, or finds more than it can tell, those who
 * watch are cut off and look anew.
 *
 * <p>Only databases that somebody watches cost anything, and all of it happens on one thread of its own.
 */
public final class PeerChanges implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerChanges.class);

    /** Well below the five minutes for which deletions are remembered. */
    private static final long BEHIND_MAX_NANOS = TimeUnit.SECONDS.toNanos(120);

    /** Between a handshake and the first look whether somebody watches. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Transactions transactions;
    private final String own;
    private final Ticker ticker;
    private final Map<Long, WatchedDatabase> watched = new ConcurrentHashMap<>();
    private final ExecutorService thread =
            OneThread.named("mintmark-peers", new LinkedBlockingQueue<>(), (task, executor) -> {});

    private volatile boolean busy;

    /** Tells what nodes other than {@code own} wrote. */
    public PeerChanges(Transactions transactions, String own, Ticker ticker) {
        this.transactions = transactions;
        this.own = own;
        this.ticker = ticker;
    }

    /**
     * Tells {@code listener} from now on what other nodes write in {@code database}, until it listens no more.
     *
     * @param topology the number of the topology that clients are told now
     * @throws MintmarkException if the engine does not say how far they are
     */
    public void watch(DatabaseRow database, ChangeListener listener, long topology) {
        if (!isWatched(database, listener)) {
            List<WriterProgress> written = transactions.read(connection -> Statements.rows(
                    connection,
                    row -> WriterProgress.of(row, 1),
                    "SELECT " + WriterProgress.COLUMNS + " FROM node_state WHERE database = ?",
                    database.number()));
            WatchedDatabase made = new WatchedDatabase(database, listener, own, written, topology, ticker.nanos());
            WatchedDatabase ignored =
                    watched.merge(database.number(), made, (before, after) -> asked(before, listener) ? before : after);
        }
    }

    /** In one step with the look of {@link #heard} whether anybody watches, so that it is not given up now. */
    private boolean isWatched(DatabaseRow database, ChangeListener listener) {
        WatchedDatabase present = watched.computeIfPresent(database.number(), (number, each) -> {
            boolean ignored = asked(each, listener);
            return each;
        });
        return present != null && present.listener() == listener;
    }

    private boolean asked(WatchedDatabase each, ChangeListener listener) {
        if (each.listener() != listener) {
            return false;
        }
        each.asked(ticker.nanos());
        return true;
    }

    /** Returns the numbers of the databases that are watched. */
    public Collection<Long> numbers() {
        return watched.keySet();
    }

    /** Takes note of what a heartbeat brought back; {@code url} is where this node answers. */
    public void heard(HeartbeatReply heard, String url) {
        watched.keySet().forEach(this::giveUpIfIdle);
        if (watched.isEmpty() || busy) {
            return;
        }
        busy = true;
        thread.execute(() -> {
            try {
                watched.values().forEach(each -> tell(each, heard, url));
            } finally {
                busy = false;
            }
        });
    }

    /**
     * Cuts off everybody who watches: this node is cut off itself, and what others write meanwhile would not be told.
     */
    public void cutOff() {
        watched.values().stream()
                .map(WatchedDatabase::listener)
                .filter(ChangeListener::isListening)
                .forEach(ChangeListener::missed);
    }

    private void giveUpIfIdle(Long database) {
        WatchedDatabase ignored = watched.computeIfPresent(
                database, (number, each) -> each.isIdle(ticker.nanos(), PATIENCE_NANOS) ? null : each);
    }

    /** What fails in one database is no reason for the watchers of others to miss anything. */
    private void tell(WatchedDatabase each, HeartbeatReply heard, String url) {
        try {
            if (each.hasOtherTopology(heard.topology())) {
                each.listener().topologyChanged(url);
            }
            List<WriterProgress> written = heard.written().get(each.database().number());
            if (written != null) {
                tell(each, each.news(written));
            }
        } catch (RuntimeException | Error e) {
            each.listener().missed();
            LOG.error(
                    "changes of other nodes in the database {} could not be told",
                    each.database().name(),
                    e);
        }
    }

    private void tell(WatchedDatabase each, News news) {
        long now = ticker.nanos();
        if (each.behindFor(now) > BEHIND_MAX_NANOS) {
            // Deletions may be forgotten that were not told.
            each.listener().missed();
            each.told(news, now);
        } else if (news.isEmpty()) {
            each.upToDate(now);
        } else {
            read(each, news);
        }
    }

    private void read(WatchedDatabase each, News news) {
        try {
            Optional<List<DocumentChange>> changes =
                    transactions.read(connection -> PeerReads.of(connection, each.database(), own, news));
            if (changes.isEmpty()) {
                each.listener().missed();
            } else if (!changes.get().isEmpty()) {
                each.listener().committed(changes.get());
            }
            each.told(news, ticker.nanos());
        } catch (MintmarkException e) {
            LOG.debug(
                    "what other nodes wrote in {} cannot be read now",
                    each.database().name(),
                    e);
        }
    }

    /** Tells nothing more. */
    @Override
    public void close() {
        if (DaemonThreads.outlives(thread, Duration.ofSeconds(5))) {
            LOG.debug("what other nodes wrote is still being read; it is left to itself");
        }
    }
}
