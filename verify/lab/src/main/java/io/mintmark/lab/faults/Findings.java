package io.mintmark.lab.faults;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the judge found: how much of each kind, with the first examples of it. */
final class Findings {
    /** A kind of finding; {@code isFailure} if the promises exclude it. */
    enum Kind {
        NUMBER_TWICE("numbers of a counter handed out twice", true),
        IDENTITY_TWICE("identities given to two requests", true),
        REQUEST_TWO_NUMBERS("requests with two numbers", true),
        SERVER_ID_TWICE("server-side ids given twice", true),
        DOCUMENT_LOST("acknowledged documents lost", true),
        DOCUMENT_OVERWRITTEN("acknowledged documents overwritten by another writer", true),
        FROM_OLDER_STORE("numbers handed out from a store put back, before the raise", true),
        UNAVAILABLE("nodes without ranges outside of their faults for too long", true),
        NOT_BACK("nodes that are not back at the end", true),
        FAULT_FAILED("faults that could not be done as planned", true),
        HISTORY_FULL("entries that the history could not hold", true),
        NUMBER_WHILE_DROPPED(
                "ranges asked for before a drop was answered, and handed out again in the new life", false),
        REPEATED_OVER_LIVES("ranges repeated over lives of a database, the first handed out before the drop", false),
        IDENTITY_OVER_LIVES("identities and server-side ids repeated over lives of a database", false),
        FORGOTTEN_BY_PUT_BACK("requests and documents that a put-back forgot: the operator's loss", false),
        AFTER_PUT_BACK("ranges in the first seconds after a put-back", false);

        private final String shown;
        private final boolean isFailure;

        Kind(String shown, boolean isFailure) {
            this.shown = shown;
            this.isFailure = isFailure;
        }

        String shown() {
            return shown;
        }

        boolean isFailure() {
            return isFailure;
        }
    }

    private static final int EXAMPLES = 8;

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final Map<Kind, List<String>> examples = new EnumMap<>(Kind.class);

    void add(Kind kind, String example) {
        long ignored = counts.merge(kind, 1L, Long::sum);
        List<String> kept = examples.computeIfAbsent(kind, any -> new ArrayList<>());
        if (kept.size() < EXAMPLES) {
            kept.add(example);
        }
    }

    long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    List<String> examples(Kind kind) {
        return examples.getOrDefault(kind, List.of());
    }

    boolean isFailed() {
        return counts.keySet().stream().anyMatch(Kind::isFailure);
    }
}
