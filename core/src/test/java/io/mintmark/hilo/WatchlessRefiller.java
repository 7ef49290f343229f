package io.mintmark.hilo;

import io.mintmark.range.Refiller;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A thread for every call of the source, and nobody who watches. */
final class WatchlessRefiller implements Refiller {
    final List<Thread> started = new CopyOnWriteArrayList<>();

    @Override
    public void after(long delayNanos, Runnable watching) {}

    @Override
    public void execute(Runnable asking) {
        Thread thread = new Thread(asking);
        thread.setDaemon(true);
        started.add(thread);
        thread.start();
    }
}
