package io.mintmark.storage.bucket;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.bucket.BucketRow.Identity;
import io.mintmark.storage.bucket.BucketRows.Place;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.Standing;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the verbs of identities come to where an identity and its answers are one row. Stateless. */
final class BucketIdentities {
    private BucketIdentities() {}

    static long next(BucketStep step, IdentityRequest request) {
        return once(step, request.name(), request.requestId(), last -> {
            if (last >= BucketCounters.CEILING) {
                throw new ExhaustedException("The identity " + request.name() + " issues no more numbers.");
            }
            return last + 1;
        });
    }

    static Standing seed(BucketStep step, IdentitySeed seed) {
        boolean upOnly = seed.direction() == IdentitySeed.Direction.UP_ONLY;
        String request = seed.requestId() == null ? null : "seed " + seed.requestId();
        Optional<Long> before = row(step, seed.name()).value();
        long now = once(step, seed.name(), request, last -> upOnly ? Math.max(last, seed.value()) : seed.value());
        return new Standing(now, !before.equals(row(step, seed.name()).value()));
    }

    private static Identity row(BucketStep step, String name) {
        return step.get(Place.ofIdentity(KeyForm.of(name) + '|')) instanceof Identity found ? found : Identity.NEW;
    }

    private static long once(BucketStep step, String name, @Nullable String request, LongUnaryOperator move) {
        Identity row = row(step, name);
        Long answered = request == null ? null : row.answers().get(request);
        if (answered != null) {
            return answered;
        }
        long value = move.applyAsLong(row.value().orElse(0L));
        Map<String, Long> answers = new HashMap<>(row.answers());
        if (request != null && step.database().mistake() != BucketMistake.FORGETS_ANSWERS) {
            answers.put(request, value);
        }
        step.set(Place.ofIdentity(KeyForm.of(name) + '|'), new Identity(Optional.of(value), Map.copyOf(answers)));
        return value;
    }
}
