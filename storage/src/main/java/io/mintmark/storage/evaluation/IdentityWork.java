package io.mintmark.storage.evaluation;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.Reservation;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.Standing;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What taking the next number of an identity and moving it come to, once for each request. Stateless. */
public final class IdentityWork {
    /** Sets a request for a seed apart from one for a number: no identity's key begins with a line break. */
    private static final String SEED = "\n";

    private IdentityWork() {}

    /** Takes the next number; the answer to a request that came before is that of the first time. */
    public static long next(GroupRows rows, IdentityRequest request) {
        String key = key(request.name());
        return once(rows, requestKey(key, request.requestId()), () -> advance(rows, key));
    }

    /**
     * Moves an identity; a request that came before moves nothing. (A forced one would take back the numbers issued
     * since, which then came twice.)
     */
    public static Standing seed(GroupRows rows, IdentitySeed seed) {
        String key = key(seed.name());
        Long before = rows.identity(key);
        long last = once(rows, seedKey(key, seed.requestId()), () -> move(rows, key, seed));
        return new Standing(last, !Objects.equals(before, rows.identity(key)));
    }

    private static long once(GroupRows rows, @Nullable String requestKey, LongSupplier step) {
        if (requestKey == null) {
            return step.getAsLong();
        }
        Long answered = rows.answer(requestKey);
        if (answered != null) {
            return answered;
        }
        long value = step.getAsLong();
        rows.remember(requestKey, value);
        return value;
    }

    /** Returns the key of an identity. */
    static String key(String name) {
        return KeyForm.of(name) + '|';
    }

    /**
     * Returns what the answer to a request for a number is remembered by, or null if it is not. No name holds a control
     * character, so the line break tells for certain where the identity's key ends.
     */
    static @Nullable String requestKey(String key, @Nullable String requestId) {
        return requestId == null ? null : key + '\n' + requestId;
    }

    /** Returns what the answer to a request for a seed is remembered by, or null if it is not. */
    static @Nullable String seedKey(String key, @Nullable String requestId) {
        String requestKey = requestKey(key, requestId);
        return requestKey == null ? null : SEED + requestKey;
    }

    private static long advance(GroupRows rows, String key) {
        Long stored = rows.identity(key);
        long last = stored == null ? rows.firstMax() : stored;
        if (last >= Reservation.CEILING_JS_SAFE) {
            throw new ExhaustedException("The identity " + key + " stands at its ceiling " + Reservation.CEILING_JS_SAFE
                    + " (2^53-1) and issues no more numbers: use another name.");
        }
        rows.setIdentity(key, stored, last + 1);
        return last + 1;
    }

    private static long move(GroupRows rows, String key, IdentitySeed seed) {
        Long stored = rows.identity(key);
        long stands = stored == null ? rows.firstMax() : stored;
        boolean upOnly = seed.direction() == IdentitySeed.Direction.UP_ONLY;
        long value = upOnly ? Math.max(stands, seed.value()) : seed.value();
        if (stored == null || stored != value) {
            rows.setIdentity(key, stored, value);
        }
        return value;
    }
}
