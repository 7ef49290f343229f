package io.mintmark.server.http;

import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A reply that waits for something under way, such as a write on its way to the disk, and needs no thread meanwhile.
 *
 * <p>It is awaited once.
 */
public final class LaterReply implements Answer {
    private final Consumer<Runnable> whenSettled;
    private final Supplier<Reply> reply;
    private final boolean costly;

    /**
     * Creates an answer.
     *
     * @param whenSettled runs its argument once the reply can be made: at once, or later on another thread, which runs
     *     many of them one after the other
     * @param reply makes the reply, or throws why there is none; called too early, it waits
     */
    public LaterReply(Consumer<Runnable> whenSettled, Supplier<Reply> reply) {
        this(whenSettled, reply, false);
    }

    private LaterReply(Consumer<Runnable> whenSettled, Supplier<Reply> reply, boolean costly) {
        this.whenSettled = whenSettled;
        this.reply = reply;
        this.costly = costly;
    }

    /**
     * Returns this answer with a reply that is costly to make: it gets a permit of its own, so that small replies which
     * became ready with it do not wait for it.
     */
    public LaterReply costly() {
        return new LaterReply(whenSettled, reply, true);
    }

    /** Returns whether the reply needs a permit of its own to be made. */
    public boolean isCostly() {
        return costly;
    }

    private LaterReply with(Supplier<Reply> other) {
        return new LaterReply(whenSettled, other, costly);
    }

    /** Runs {@code next} once {@link #await} waits no longer. */
    public void whenSettled(Runnable next) {
        whenSettled.accept(next);
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
