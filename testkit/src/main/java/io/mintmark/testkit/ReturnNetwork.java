package io.mintmark.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The network that carries the returns of a {@link ReturnSchedule}: it delays, repeats and reorders them. */
final class ReturnNetwork {
    private static final double DELAYED = 0.4;
    private static final double REPEATED = 0.4;
    private static final double ARRIVES = 0.3;
    private static final int LATE_MAX = 8;

    private final Consumer<Message> receiver;
    private final HistoryChecker history;
    private final SplittableRandom random;
    private final List<Message> late = new ArrayList<>();
    private final List<Message> sentInThisLife = new ArrayList<>();

    /** A return on its way; {@code token} is null from a client that sends none. */
    record Message(long last, long end, @Nullable String token) {}

    ReturnNetwork(Consumer<Message> receiver, HistoryChecker history, SplittableRandom random) {
        this.receiver = receiver;
        this.history = history;
        this.random = random;
    }

    void send(Message message) {
        sentInThisLife.add(message);
        if (random.nextDouble() < DELAYED) {
            history.fault("delayed return");
            late.add(message);
        } else {
            receiver.accept(message);
        }
        if (random.nextDouble() < REPEATED) {
            history.fault("repeated return");
            late.add(message);
        }
    }

    /** Begins the counter's next life, in which copies of this life's messages may arrive. */
    void outliveCounter() {
        for (Message message : sentInThisLife) {
            if (random.nextDouble() < REPEATED) {
                history.fault("return repeated in a later life");
                late.add(message);
            }
        }
        sentInThisLife.clear();
    }

    /** Delivers one of the late messages, perhaps. */
    void letTimePass() {
        if (late.size() > LATE_MAX || (!late.isEmpty() && random.nextDouble() < ARRIVES)) {
            deliverOneThatIsLate();
        }
    }

    void deliverAllThatIsLate() {
        while (!late.isEmpty()) {
            deliverOneThatIsLate();
        }
    }

    private void deliverOneThatIsLate() {
        receiver.accept(late.remove(random.nextInt(late.size())));
    }
}
