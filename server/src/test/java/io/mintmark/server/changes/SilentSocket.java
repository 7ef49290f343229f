package io.mintmark.server.changes;

import io.mintmark.web.http.Socket;
import java.util.ArrayList;
import java.util.List;

/** A socket whose client reads nothing; it remembers what became of it. */
final class SilentSocket implements Socket {
    final List<String> ends = new ArrayList<>();
    long bytes;
    boolean fails;
    private final Runnable whenReady;

    SilentSocket() {
        this(() -> {});
    }

    /** Does something else as well when there is something to send. */
    SilentSocket(Runnable whenReady) {
        this.whenReady = whenReady;
    }

    @Override
    public void ready() {
        whenReady.run();
        if (fails) {
            throw new StackOverflowError("made by a test");
        }
    }

    @Override
    public synchronized void close(int code, String reason) {
        ends.add(code + " " + reason);
    }

    @Override
    public synchronized void keepInMemory(long more) {
        bytes += more;
    }

    synchronized List<String> ends() {
        return List.copyOf(ends);
    }
}
