package io.mintmark.client.cluster;

import io.mintmark.client.exceptions.OlderCopyException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Notices that an older copy of a database was put back, by how far the client saw the database come.
 *
 * <p>A database counts its leases. A restored copy continues the count from where it was made: it answers with serials
 * that the client has seen, and its numbers were issued before. The copy is refused until a higher incarnation shows
 * that it was raised, or another id shows that it is another database. A copy that has passed what this client saw
 * looks like the original: then only {@code mintmark raise} helps.
 *
 * <p>Where several nodes share a store, each counts the leases of its own, and begins far above or below the others. So
 * a serial is compared with those of the same node tag only.
 *
 * <p>All counters of a database share one detector. Safe for any number of threads.
 */
public final class OlderCopyDetector {
    /**
     * Limit for databases of one name that were dropped and created again; the one that was silent longest is
     * forgotten.
     */
    private static final int IDS_MAX = 16;

    /** Limit for tags of nodes that gave leases of one database; the one that was silent longest is forgotten. */
    private static final int TAGS_MAX = 64;

    static final Seen NOTHING = new Seen(Map.of());

    private final String database;
    private Seen seen = NOTHING;
    private @Nullable Refusal refusal;

    /** The knowledge of a client at one moment; immutable. */
    public static final class Seen {
        private final Map<String, Latest> byId;

        private Seen(Map<String, Latest> byId) {
            this.byId = byId;
        }

        private @Nullable Latest latest(DatabaseLife life) {
            return byId.get(life.id());
        }

        private Seen with(Latest latest) {
            return new Seen(newest(byId, latest.life.id(), latest, IDS_MAX));
        }
    }

    /**
     * The highest incarnation of one id, the highest serial in it by each node, and why replies of it are refused, if
     * they are.
     */
    private record Latest(
            DatabaseLife life,
            Map<String, Long> serials,
            @Nullable Refusal refusal) {
        long serial(String tag) {
            return serials.getOrDefault(tag, 0L);
        }

        Latest with(String tag, long serial) {
            return new Latest(life, newest(serials, tag, serial, TAGS_MAX), refusal);
        }
    }

    /** The words in which a copy is refused. */
    private record Refusal(String came, String seen) {
        static Refusal of(DatabaseLife life, String tag, long serial, Latest latest) {
            return new Refusal(words(life, serial), words(latest.life, latest.serial(tag)));
        }

        private static String words(DatabaseLife life, long serial) {
            return (serial > 0 ? "lease " + serial + " of " : "") + "incarnation " + life.incarnation();
        }
    }

    /** Returns a copy with that entry as the newest one, and without the oldest where it would exceed {@code max}. */
    private static <V> Map<String, V> newest(Map<String, V> known, String key, V value, int max) {
        Map<String, V> next = new LinkedHashMap<>(known);
        next.remove(key);
        next.put(key, value);
        if (next.size() > max) {
            next.remove(next.keySet().iterator().next());
        }
        return next;
    }

    /** Creates a detector that knows nothing of {@code database} yet. */
    public OlderCopyDetector(String database) {
        this.database = database;
    }

    /** Returns what is known now. Take it before a request is sent: its reply is {@linkplain #accept judged} by it. */
    public synchronized Seen seen() {
        return seen;
    }

    /** Returns whether the latest news came from an older copy: then ask for the life before you ask for a range. */
    public synchronized boolean isRefusing() {
        return refusal != null;
    }

    /** Returns the id of the database that was news last: it changes when the database was dropped and made anew. */
    synchronized Optional<String> newestId() {
        return seen.byId.keySet().stream().reduce((one, next) -> next);
    }

    /** Returns whether leases of {@code life} may go back: an older copy could mistake them for another owner's. */
    public synchronized boolean isCurrent(DatabaseLife life) {
        Latest latest = seen.latest(life);
        return refusal == null && latest != null && latest.life.equals(life) && latest.refusal == null;
    }

    /**
     * Records a new lease.
     *
     * @param before what was known when the lease was asked for: replies to concurrent requests may overtake each other
     * @param node where the reply came from, for the refusal
     * @param life null if the server tells none
     * @param tag of the node that gave the lease
     * @throws OlderCopyException if it comes from an older copy
     */
    public synchronized void accept(Seen before, URI node, @Nullable DatabaseLife life, String tag, long serial) {
        refusal = life == null ? refusal : judge(before, life, tag, serial);
        refuse(node);
        if (life != null) {
            adopt(life, tag, serial);
        }
    }

    /** Records the life that a node names; {@link #isRefusing} says whether it is an older copy's. */
    public synchronized void hear(DatabaseLife life) {
        refusal = judge(NOTHING, life, "", 0);
        if (refusal == null) {
            adopt(life, "", 0);
        }
    }

    /**
     * Records the life that a node names, as {@link #hear} does.
     *
     * @throws OlderCopyException if it is the life of an older copy
     */
    public synchronized void require(URI node, DatabaseLife life) {
        hear(life);
        refuse(node);
    }

    private void refuse(URI node) {
        if (refusal != null) {
            throw new OlderCopyException(node, database, refusal.came, refusal.seen);
        }
    }

    private @Nullable Refusal judge(Seen before, DatabaseLife life, String tag, long serial) {
        Latest now = seen.latest(life);
        if (now == null || life.incarnation() > now.life.incarnation()) {
            return null;
        }
        if (life.incarnation() < now.life.incarnation()) {
            return Refusal.of(life, tag, serial, now);
        }
        Latest then = before.latest(life);
        if (now.refusal == null && then != null && then.life.equals(life) && serial <= then.serial(tag)) {
            Refusal first = Refusal.of(life, tag, serial, now);
            seen = seen.with(new Latest(now.life, now.serials, first)); // its later serials are no better
            return first;
        }
        return now.refusal;
    }

    private void adopt(DatabaseLife life, String tag, long serial) {
        Latest now = seen.latest(life);
        if (now == null || life.incarnation() > now.life.incarnation()) {
            now = new Latest(life, Map.of(), null);
            seen = seen.with(now);
        }
        if (serial > now.serial(tag)) {
            seen = seen.with(now.with(tag, serial));
        }
    }
}
