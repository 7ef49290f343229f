package io.mintmark.simulation.judge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.storage.document.StoredDocument;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Judges documents that clients create, also where a node is cut off from its engine and keeps them on its machine:
 * each that was acknowledged is in the engine in the end, or was set aside for a reason that holds; none goes over
 * another one, and none that was deleted comes back. A disk that lied excuses what it lost. Used by one thread.
 */
public final class CreationsJudge {
    private final Judge judge;
    private final Map<String, CreatedDocument> documents = new LinkedHashMap<>();
    private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);

    /** What happened to documents in a run. */
    public enum Outcome {
        /** Acknowledged on a machine. */
        TAKEN,
        /** Home. */
        HOME,
        /** Set aside. */
        ASIDE
    }

    /** Tells {@code judge} what is broken. */
    public CreationsJudge(Judge judge) {
        this.judge = judge;
    }

    /** Returns the body of a document of that content. */
    public static String body(long content) {
        return "{\"n\":" + content + "}";
    }

    /** Returns which content a body is, or 0 for no body. */
    public static long content(byte @Nullable [] body) {
        if (body == null) {
            return 0;
        }
        String text = new String(body, UTF_8);
        return text.startsWith("{\"n\":") ? Long.parseLong(text.substring(5, text.length() - 1)) : -1;
    }

    private static String key(String life, String id) {
        return life + ' ' + id.toLowerCase(Locale.ROOT);
    }

    private void add(Outcome outcome) {
        int ignored = counts.merge(outcome, 1, Integer::sum);
    }

    /** Returns how many documents that happened to. */
    public int count(Outcome outcome) {
        return counts.getOrDefault(outcome, 0);
    }

    /**
     * A creation was acknowledged.
     *
     * @param here whether by the machine alone, so far
     * @param machine which one
     */
    public CreatedDocument created(String life, int putBacks, String id, long content, boolean here, int machine) {
        CreatedDocument created = new CreatedDocument(life, putBacks, id);
        documents.put(key(life, id), created);
        stored(created, content, here, machine);
        return created;
    }

    /** Another content of a document was acknowledged. */
    public void stored(CreatedDocument document, long content, boolean here, int machine) {
        document.answered();
        if (here) {
            add(Outcome.TAKEN);
            int ignored = document.onTheirWay.merge(content, machine, (one, other) -> other);
            return;
        }
        if (!document.onTheirWay.isEmpty()) {
            // What is on its way may come before or after.
            document.giveUp();
        }
        document.stored = content;
    }

    /** The deletion of a version was acknowledged: it had come home before. */
    public void deleted(CreatedDocument document, long content) {
        document.answered();
        boolean ignored = document.onTheirWay.remove(content) != null;
        if (!document.onTheirWay.isEmpty()) {
            document.giveUp();
        }
        document.deleted.add(content);
        document.stored = 0;
    }

    /** A change was refused, for the document has another version. */
    public void refused(CreatedDocument document) {
        document.answered();
    }

    /** A document was looked for at a machine, and {@code before} is what was stored when that was sent. */
    public void read(CreatedDocument document, long before, boolean isThere, int machine) {
        if (!document.isCertain()) {
            return;
        }
        boolean isHere = document.onTheirWay.containsValue(machine);
        if (!isThere && (isHere || (before != 0 && document.stored != 0))) {
            judge.broken("the document " + document.id + ", which was acknowledged, is not found"
                    + (isHere ? " at the machine that took it" : ""));
        } else if (isThere && before == 0 && document.stored == 0 && document.onTheirWay.isEmpty()) {
            judge.broken("the document " + document.id + ", which is gone, is found");
        }
    }

    /** A copy that is put back a second time may have a life of the same name again, of other data. */
    private @Nullable CreatedDocument of(String life, int putBacks, StoredDocument document) {
        CreatedDocument known = documents.get(key(life, document.id().text()));
        return known != null && known.isOf(life, putBacks) ? known : null;
    }

    private static long contentOf(StoredDocument document) {
        return content(document.content().body());
    }

    /** A document left a journal, since it is home. */
    public void home(String life, int putBacks, StoredDocument home) {
        add(Outcome.HOME);
        CreatedDocument document = of(life, putBacks, home);
        long content = contentOf(home);
        if (document == null) {
            return;
        }
        boolean wasOnItsWay = document.onTheirWay.remove(content) != null;
        if (!document.isCertain() || document.stored == content) {
            return;
        }
        if (document.stored != 0) {
            judge.broken("the document " + document.id + " came home although another one had been acknowledged");
        } else if (wasOnItsWay && !document.deleted.contains(content)) {
            document.stored = content;
        }
    }

    /**
     * A document left a journal, since it cannot come home.
     *
     * @param another whether because another document is there
     * @param sameLife whether its database is the one that it was taken for
     */
    public void aside(String life, int putBacks, StoredDocument aside, boolean another, boolean sameLife) {
        add(Outcome.ASIDE);
        CreatedDocument document = of(life, putBacks, aside);
        if (!another && sameLife) {
            judge.broken("the document " + aside.id() + " was set aside as one of another life, and it is the same");
        }
        if (document == null) {
            return;
        }
        boolean ignored = document.onTheirWay.remove(contentOf(aside)) != null;
        if (another && sameLife && document.sent == 1) {
            judge.broken("the document " + aside.id() + " was set aside for another one, and nobody stored any");
        }
    }

    /** A machine that lost its power lost a document which its disk had said it had. */
    public void lost(String life, StoredDocument lost) {
        CreatedDocument document = documents.get(key(life, lost.id().text()));
        if (document != null) {
            document.giveUp();
        }
    }

    /** A journal is not empty although everything healed long ago. */
    public void late(int machine) {
        judge.broken("the journal of machine " + machine + " is not empty long after everything healed");
    }

    /**
     * Judges what there is in the end, when every journal is empty.
     *
     * @param bodies finds the body of a document, or null
     */
    public void judgeEnd(String life, int putBacks, Function<String, byte @Nullable []> bodies) {
        for (CreatedDocument document : documents.values()) {
            if (document.isCertain() && document.isOf(life, putBacks)) {
                judgeEnd(document, content(bodies.apply(document.id)));
            }
        }
    }

    private void judgeEnd(CreatedDocument document, long found) {
        if (!document.onTheirWay.isEmpty()) {
            judge.broken("the document " + document.id + " was acknowledged by machine "
                    + document.onTheirWay.values().iterator().next() + ", and is neither home nor aside");
        } else if (found != document.stored) {
            judge.broken("the document " + document.id + " was acknowledged"
                    + (document.stored == 0 ? " as gone, and is there" : ", and ")
                    + (document.stored == 0 ? "" : found == 0 ? "is lost" : "went under another one"));
        }
    }
}
