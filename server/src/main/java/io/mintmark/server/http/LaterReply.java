package io.mintmark.server.http;

import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A reply that waits for something under way, such as a write on its way to the disk, and needs no thread meanwhile.
 *
 * <p>Its reply is asked for once.
 */
public final class LaterReply implements Answer {
    private final Consumer<Runnable> whenSettled;
    private final Supplier<Reply> reply;
    private final boolean inATurn;

    /**
     * Creates an answer.
     *
     * @param whenSettled runs what it is given once the reply can be made: at once, or later on another thread, many of
     *     them one after the other
     * @param reply makes the reply, or throws why there is none; asked too early, it waits
     */
    public LaterReply(Consumer<Runnable> whenSettled, Supplier<Reply> reply) {
        this(whenSettled, reply, false);
    }

    private LaterReply(Consumer<Runnable> whenSettled, Supplier<Reply> reply, boolean inATurn) {
        this.whenSettled = whenSettled;
        this.reply = reply;
        this.inATurn = inATurn;
    }

    /**
     * Returns this answer with a reply that is work to make: that gets a turn of its own, so that the small replies which
     * became ready with it do not wait for it.
     */
    public LaterReply inATurn() {
        return new LaterReply(whenSettled, reply, true);
    }

    boolean needsATurn() {
        return inATurn;
    }

    private LaterReply with(Supplier<Reply> other) {
        return new LaterReply(whenSettled, other, inATurn);
    }

    /** Has {@code next} run once {@link #await} waits no longer. */
    void whenSettled(Runnable next) {
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

    /** Returns this answer, which tells {@code listener} how it ended: by a reply, null, or by what was thrown. */
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
