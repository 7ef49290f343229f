package io.mintmark.uuid;

import io.mintmark.RandomBytes;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Random UUIDs: version 4 of RFC 9562, 122 random bits, no order, nothing to learn from one.
 *
 * <p>The bits are SipHash-2-4 of a counter, under a key of 128 bits that was drawn from the system's secure generator
 * when this was made. {@link UUID#randomUUID} asks that generator each time and so is slower, but stays sound where
 * this one does not: when a running process is copied, and against somebody who reads its memory. Among 10^14 UUIDs two
 * are equal with a probability of one in a thousand million (birthday bound over 122 bits). Lock-free, safe for any
 * number of threads; nothing must survive a restart.
 */
public final class UuidV4 implements UuidSource {
    private final RandomBits bits;
    private final AtomicLong draws = new AtomicLong();

    private UuidV4(RandomBytes source) {
        this.bits = new RandomBits(source);
    }

    /** Returns a generator keyed by the system's secure generator; make one and keep it. */
    public static UuidV4 create() {
        return new UuidV4(RandomBytes.secure());
    }

    /** Returns a generator keyed by {@code source}, which is asked once. */
    public static UuidV4 from(RandomBytes source) {
        return new UuidV4(source);
    }

    @Override
    public UUID next() {
        long draw = 2 * draws.getAndIncrement();
        return Uuids.v4(bits.of(draw), bits.of(draw + 1));
    }
}
