package io.mintmark.number;

import io.mintmark.internal.Given;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Checks that a trace id from elsewhere can be one: not 0, not negative, and of a time not too far from now.
 *
 * <p>The difference to now is the shorter way round the period, so that it is small across the moment at which
 * timestamps begin anew. Immutable.
 */
public final class TraceIdValidator {
    private final InstantSource clock;
    private final long secondsApartMax;

    private TraceIdValidator(InstantSource clock, long secondsApartMax) {
        this.clock = clock;
        this.secondsApartMax = secondsApartMax;
    }

    /** Returns a validator that does not look at the time. */
    public static TraceIdValidator ofAnyTime() {
        return new TraceIdValidator(InstantSource.fixed(java.time.Instant.EPOCH), TraceId.PERIOD_SECONDS);
    }

    /**
     * Returns a validator that refuses ids of a time too far from now.
     *
     * @param apartMax whole seconds are counted; from half a period on, nothing is refused
     * @throws IllegalArgumentException if it is negative
     */
    public static TraceIdValidator near(InstantSource clock, Duration apartMax) {
        if (apartMax.isNegative()) {
            throw new IllegalArgumentException("the difference allowed must not be negative: apartMax=" + apartMax);
        }
        return new TraceIdValidator(
                Given.required("clock", clock, "pass InstantSource.system()"), apartMax.toSeconds());
    }

    /**
     * Returns the parts of {@code value}.
     *
     * @throws InvalidIdException if that is no trace id, or one of another time
     */
    public TraceId validate(long value) {
        TraceId id = TraceId.of(value);
        long now = clock.instant().getEpochSecond();
        long apart = TraceId.apart(id.timestamp(), now);
        if (apart > secondsApartMax) {
            throw new InvalidIdException("a trace id must be of a time at most " + secondsApartMax + " s from now: "
                    + value + " is " + apart + " s off; see to the clocks of both sides");
        }
        return id;
    }
}
