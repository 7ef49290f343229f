package io.mintmark.server.http;

/** Lets time pass. */
final class Waiting {
    private Waiting() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the test was interrupted", e);
        }
    }
}
