package io.mintmark.storage.evaluation;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.KeyedAnswer;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RequestKey;
import io.mintmark.storage.write.RequestKeyException;
import io.mintmark.storage.write.Write;

/**
 * What a write comes to that takes place once for its key: the key and the answer are rows of the same group as what
 * was drawn. They are one text, since all that is ever done with them is to read them again. Stateless.
 */
public final class KeyedWork {
    private static final int PARTS = 3;

    private KeyedWork() {}

    /** Draws, or finds what was drawn for that key. */
    public static KeyedAnswer<?> run(GroupRows rows, KeyedWrite<?> keyed) {
        RequestKey key = keyed.key();
        String kept = rows.keyedAnswer(key.name());
        if (kept != null) {
            return again(keyed, kept);
        }
        rows.requireRoomForKeys();
        Object answer = drawn(rows, keyed.write());
        rows.rememberKey(key.name(), key.said() + '\n' + key.note() + '\n' + text(answer));
        return new KeyedAnswer<>(answer, key.note(), false);
    }

    private static Object drawn(GroupRows rows, Write<?> write) {
        return write instanceof RangeRequest range
                ? HiLoWork.reserve(rows, range)
                : (Object) IdentityWork.next(rows, (IdentityRequest) write);
    }

    private static KeyedAnswer<?> again(KeyedWrite<?> keyed, String kept) {
        String[] parts = kept.split("\n", PARTS);
        if (!parts[0].equals(keyed.key().said())) {
            throw RequestKeyException.reused();
        }
        Object answer = keyed.write() instanceof RangeRequest ? lease(parts[2]) : (Object) Long.valueOf(parts[2]);
        return new KeyedAnswer<>(answer, parts[1], true);
    }

    private static String text(Object answer) {
        return answer instanceof Lease lease
                ? lease.serial() + " " + lease.low() + " " + lease.high() + " "
                        + lease.node().text() + " " + Ticks.of(lease.reservedAt())
                : answer.toString();
    }

    private static Lease lease(String text) {
        String[] members = text.split(" ", -1);
        return new Lease(
                Long.parseLong(members[0]),
                Long.parseLong(members[1]),
                Long.parseLong(members[2]),
                NodeTag.of(members[3]),
                Ticks.toInstant(Long.parseLong(members[4])));
    }
}
