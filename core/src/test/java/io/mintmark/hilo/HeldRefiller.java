package io.mintmark.hilo;

import io.mintmark.range.Refiller;
import java.util.concurrent.LinkedBlockingQueue;

/** Asks a source when a test says so, and in the test's thread; watches nothing. */
final class HeldRefiller implements Refiller {
    private final LinkedBlockingQueue<Runnable> asked = new LinkedBlockingQueue<>();

    @Override
    public void after(long delayNanos, Runnable watching) {}

    @Override
    public void execute(Runnable asking) {
        asked.add(asking);
    }

    /** Lets the source answer once, as soon as it is asked. */
    void answer() {
        try {
            asked.take().run();
        } catch (InterruptedException e) {
            throw new AssertionError("the test's time is over, and the source was not asked", e);
        }
    }

    /** Lets the source answer if it was asked, and returns whether it was. */
    boolean answerIfAsked() {
        Runnable asking = asked.poll();
        if (asking != null) {
            asking.run();
        }
        return asking != null;
    }

    /** Forgets what was asked. */
    void forget() {
        asked.clear();
    }
}
