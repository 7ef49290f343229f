package io.mintmark.server.http;

/** What every request passes before its endpoint runs. Called by many threads at once. */
@FunctionalInterface
public interface Gate {
    /** Returns to let {@code request} in; throws {@link ApiException} to keep it out. */
    void check(Request request);
}
