package io.mintmark.client.http;

import java.net.http.HttpClient;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The thread on which a JDK's HTTP client waits for its connections, for JDKs before 21, whose clients have no {@code
 * close()} and live until they are garbage collected.
 *
 * <p>An interrupt ends that thread, and the thread closes the connections. It is found by its name, which has the
 * number that the client shows in {@code toString()}. If a JDK names its threads differently, none is found, and the
 * client is left to the garbage collector.
 */
final class SelectorThread {
    private static final Pattern NUMBER = Pattern.compile("\\((\\d+)\\)$");
    private static final long END_MILLIS_MAX = 1_000;

    private SelectorThread() {}

    /** Returns the thread of a client that the calling thread has just built; null if none is found. */
    static @Nullable Thread of(HttpClient client) {
        Matcher number = NUMBER.matcher(client.toString());
        if (!number.find()) {
            return null;
        }
        String name = "HttpClient-" + number.group(1) + "-SelectorManager";
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(threads, false);
        for (int i = 0; i < count; i++) {
            if (threads[i].getName().equals(name)) {
                return threads[i];
            }
        }
        return null;
    }

    static void end(Thread selector) {
        selector.interrupt();
        try {
            selector.join(END_MILLIS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
