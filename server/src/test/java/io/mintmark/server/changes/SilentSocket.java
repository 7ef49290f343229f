package io.mintmark.server.changes;

import io.mintmark.server.http.Socket;
import java.util.ArrayList;
import java.util.List;

/** A socket whose client reads nothing; it remembers what became of it. */
final class SilentSocket implements Socket {
    final List<String> ends = new ArrayList<>();
    long bytes;
    boolean fails;

    @Override
    public void ready() {
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
