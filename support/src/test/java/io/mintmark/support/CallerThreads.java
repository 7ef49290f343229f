package io.mintmark.support;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** Gives each call a thread of its own, and sees whether it waits. */
public final class CallerThreads implements Executor {
    /** A lock is not waited for through so many looks in a row. */
    private static final int LOOKS = 10;

    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    @Override
    public void execute(Runnable call) {
        Thread thread = new Thread(call, "caller");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Returns once each call that goes on waits for something that does not come by itself. */
    public void awaitAllWait() {
        int[] looks = {0};
        Eventually.until("all callers wait", () -> {
            looks[0] = threads.stream().allMatch(CallerThreads::waits) ? looks[0] + 1 : 0;
            return looks[0] == LOOKS;
        });
    }

    private static boolean waits(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, TERMINATED -> true;
            default -> false;
        };
    }
}
