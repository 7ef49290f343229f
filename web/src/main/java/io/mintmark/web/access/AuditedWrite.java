package io.mintmark.web.access;

import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.document.KeyForm;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import io.mintmark.support.LogEntry.Member;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a request that stores or deletes documents did, by the ids that came of it; one that was refused, by those that
 * it asked for.
 *
 * <p>A HiLo document is a view of its counter, so to write one raises the counter. That is told even where documents
 * are not, as is each bulk insert, which may have any of them and names none. One that says less than the counter
 * raised nothing.
 *
 * @param all whether other documents are told as well
 * @param reply what was answered; null if nothing was
 */
record AuditedWrite(
        boolean all,
        RouteRequirement rule,
        Request request,
        @Nullable Reply reply) {
    /** The line of a longer batch has the act alone. */
    private static final int BYTES_MAX = 1 << 20;

    private static final String HILO = "raven/hilo/";

    /** All letters whose key form is the i in it: I, i and İ. */
    private static final List<byte[]> HILO_BYTES = Stream.of("raven/hilo/", "raven/h\u0130lo/")
            .map(begin -> ('"' + begin).getBytes(StandardCharsets.UTF_8))
            .toList();

    private static final String ID = "id";

    /** Hears of an act. */
    @FunctionalInterface
    interface Told {
        /** What was done, to which ids, or asked for and ignored. */
        void act(String word, List<Member> ids, boolean ignored);
    }

    /** Tells each act, of which there are three at most; one on too many ids to be read has none. */
    void acts(Told told) {
        boolean namesCounter = namesCounter();
        if (rule.pattern().equals(Routes.BULK_INSERT)) {
            told.act(rule.act(), members(asked()), false);
        } else if (all || namesCounter) {
            List<String> ids = ids();
            List<String> raised =
                    stored(ids).stream().filter(AuditedWrite::isCounter).toList();
            Set<String> moved = new HashSet<>(raised);
            List<String> others = ids.stream().filter(id -> !moved.contains(id)).toList();
            if (namesCounter && (ids.isEmpty() || !raised.isEmpty())) {
                raises(raised, told);
            }
            if (all && (ids.isEmpty() || !others.isEmpty())) {
                told.act(rule.act(), members(others), false);
            }
        }
    }

    private void raises(List<String> counters, Told told) {
        Map<String, Boolean> moved = request.changed();
        if (counters.isEmpty()) {
            told.act("raise", List.of(), !moved.isEmpty() && !moved.containsValue(true));
        }
        Map<Boolean, List<String>> byIgnored =
                counters.stream().collect(Collectors.partitioningBy(id -> !moved.getOrDefault(id, true)));
        byIgnored.forEach((ignored, ids) -> {
            if (!ids.isEmpty()) {
                told.act("raise", members(ids), ignored);
            }
        });
    }

    private boolean deletes() {
        return rule.method().equals("DELETE");
    }

    /** A deletion hides a HiLo document, and moves no counter. */
    private List<String> stored(List<String> ids) {
        if (deletes()) {
            return List.of();
        }
        Reply answered = reply;
        return isBatch() && answered != null && answered.status() < 400
                ? texts(answered.body(), "Results", "@id")
                : ids;
    }

    private static List<Member> members(List<String> ids) {
        return ids.stream().map(id -> Member.of(ID, id)).toList();
    }

    private static boolean isCounter(String id) {
        try {
            return KeyForm.of(id).startsWith(HILO);
        } catch (InvalidDocumentIdException e) {
            // It was refused, and raises nothing.
            return false;
        }
    }

    /** Looks at the bytes alone: most batches name no counter, and to read each of them would cost too much. */
    private boolean namesCounter() {
        Reply answered = reply;
        if (answered != null && HILO_BYTES.stream().anyMatch(begin -> contains(answered.body(), begin))) {
            return true;
        }
        // Few get no answer, and those may have been done all the same.
        return isBatch()
                ? answered == null && ids().stream().anyMatch(AuditedWrite::isCounter)
                : !deletes() && asked().stream().anyMatch(AuditedWrite::isCounter);
    }

    /** Replies spell ids without escapes, and keep their case. */
    private static boolean contains(byte[] text, byte[] begin) {
        for (int at = 0; at <= text.length - begin.length; at++) {
            int same = 0;
            while (same < begin.length && (text[at + same] | 0x20) == (begin[same] | 0x20)) {
                same++;
            }
            if (same == begin.length) {
                return true;
            }
        }
        return false;
    }

    private boolean isBatch() {
        return rule.pattern().equals(Routes.BULK_DOCS);
    }

    private List<String> asked() {
        return request.query().all(Parameters.ID);
    }

    private List<String> ids() {
        Reply answered = reply;
        if (answered == null || answered.status() >= 400) {
            return isBatch() ? texts(request.body(), "Commands", "Id") : asked();
        }
        if (!isBatch()) {
            List<String> made = texts(answered.body(), "Id");
            return made.isEmpty() ? asked() : made;
        }
        List<String> ids = new ArrayList<>(texts(answered.body(), "Results", "@id"));
        ids.addAll(texts(answered.body(), "Results", "Id"));
        return ids;
    }

    private static List<String> texts(byte[] json, String... path) {
        return json.length > BYTES_MAX ? List.of() : NamedTexts.in(json, path);
    }
}
