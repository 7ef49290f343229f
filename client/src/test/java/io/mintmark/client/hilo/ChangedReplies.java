package io.mintmark.client.hilo;

import io.mintmark.range.Range;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** A counter whose replies to {@code hilo/next} pass through {@code change} before a client hears them. */
record ChangedReplies(HiLoExchange exchange, UnaryOperator<NextRange> change) implements HiLoExchange {

    @Override
    public NextRange next(LastRange last, long lastMax) {
        return change.apply(exchange.next(last, lastMax));
    }

    @Override
    public ReturnReply giveBack(Range range, long last, RangeOrigin origin) {
        return exchange.giveBack(range, last, origin);
    }

    @Override
    public Optional<RangeOrigin> life() {
        return exchange.life();
    }

    @Override
    public OptionalLong max(URI node) {
        return exchange.max(node);
    }
}
