package io.mintmark.lab.faults;

import io.mintmark.lab.faults.History.Drop;
import io.mintmark.lab.faults.History.PutBack;
import io.mintmark.lab.faults.History.Stored;
import java.util.List;

/** Which entries of a history belong to different lives of a database, and which ones a put-back forgot. */
final class Lives {
    private final List<Drop> drops;
    private final List<PutBack> putBacks;

    Lives(History history) {
        drops = history.all(History.Drop.class);
        putBacks = history.all(History.PutBack.class);
    }

    /** Returns whether a drop was sent when the earlier answer had come, and before the later one came. */
    boolean isDropBetween(String database, long earlierGot, long laterGot) {
        return drops.stream()
                .anyMatch(drop ->
                        drop.database().equals(database) && earlierGot <= drop.sent() && drop.sent() <= laterGot);
    }

    /** Returns whether a drop may have happened between an earlier request and a later answer. */
    boolean isDropPossible(String database, long earlierSent, long laterGot) {
        return drops.stream()
                .anyMatch(drop ->
                        drop.database().equals(database) && earlierSent <= drop.dropped() && drop.sent() <= laterGot);
    }

    /** Returns whether a drop touches what was sent at {@code sent} and looked at until {@code until}. */
    boolean isDropped(String database, long sent, long until) {
        return drops.stream()
                .anyMatch(drop -> drop.database().equals(database) && sent <= drop.created() && drop.sent() <= until);
    }

    /** Returns whether an answer that came at {@code got} was forgotten by a put-back before {@code until}. */
    boolean isForgotten(long sent, long got, long until) {
        return putBacks.stream()
                .anyMatch(each -> got >= each.copied() && sent <= each.raised() && each.begun() <= until);
    }

    /** Returns the same of a document. A put-back may bring back a former life, so all of that is excused. */
    boolean isForgotten(Stored document, long until) {
        boolean isRenewed = drops.stream().anyMatch(drop -> drop.database().equals(document.database()));
        return isForgotten(document.sent(), isRenewed ? Long.MAX_VALUE : document.got(), until);
    }
}
