package io.mintmark.server.http;

/** What every request passes before its endpoint runs. Called by many threads at once. */
@FunctionalInterface
public interface Gate {
    /**
     * Returns to let {@code request} in; throws {@link ApiException} to keep it out.
     *
     * @param changes whether it changes something, which its method alone does not tell
     */
    void check(Request request, boolean changes);

    /** Returns a gate that lets in what passes this one and {@code next}. */
    default Gate and(Gate next) {
        return (request, changes) -> {
            check(request, changes);
            next.check(request, changes);
        };
    }
}
