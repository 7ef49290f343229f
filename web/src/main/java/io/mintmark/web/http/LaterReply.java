package io.mintmark.web.http;

import io.mintmark.support.Pending;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A reply that waits for something under way, such as a write on its way to the disk, and needs no thread meanwhile.
 *
 * <p>It is awaited once, which makes it.
 */
public final class LaterReply implements Answer, Pending<Reply> {
    private final Pending<?> underWay;
    private final Supplier<Reply> reply;
    private final boolean costly;

    /** Creates an answer that {@code reply} makes of what comes of {@code underWay}; it may throw why there is none. */
    public <T> LaterReply(Pending<T> underWay, Function<? super T, Reply> reply) {
        this(underWay, () -> reply.apply(underWay.await()), false);
    }

    private LaterReply(Pending<?> underWay, Supplier<Reply> reply, boolean costly) {
        this.underWay = underWay;
        this.reply = reply;
        this.costly = costly;
    }

    /**
     * Returns this answer with a reply that is costly to make: it gets a permit of its own, so that small replies which
     * became ready with it do not wait for it.
     */
    public LaterReply costly() {
        return new LaterReply(underWay, reply, true);
    }

    /** Returns whether the reply needs a permit of its own to be made. */
    public boolean isCostly() {
        return costly;
    }

    /** Returns this answer with the reply that {@code around} makes, which awaits this one. */
    public LaterReply with(Supplier<Reply> around) {
        return new LaterReply(underWay, around, costly);
    }

    @Override
    public void whenSettled(Runnable next) {
        underWay.whenSettled(next);
    }

    @Override
    public Reply await() {
        return reply.get();
    }

    @Override
    public LaterReply translatingFailures(UnaryOperator<RuntimeException> translation) {
        return with(() -> {
            try {
                return reply.get().translatingFailures(translation);
            } catch (RuntimeException e) {
                throw translation.apply(e);
            }
        });
    }

    /** Returns this answer; {@code listener} hears how it ended: null for a reply, or the exception thrown. */
    public LaterReply whenEnded(Consumer<@Nullable Throwable> listener) {
        return with(() -> {
            Reply made;
            try {
                made = reply.get();
            } catch (RuntimeException | Error e) {
                listener.accept(e);
                throw e;
            }
            listener.accept(null);
            return made;
        });
    }
}
