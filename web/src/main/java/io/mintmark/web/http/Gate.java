package io.mintmark.web.http;

/** Lets requests in before their endpoints run, or keeps them out. Called by many threads at once. */
@FunctionalInterface
public interface Gate {
    /**
     * Returns to let {@code request} in; throws {@link ApiException} to keep it out.
     *
     * @param changes whether the request changes something, which its method alone does not say
     */
    void check(Request request, boolean changes);

    /** Returns a gate that lets in requests that pass this one and {@code next}. */
    default Gate and(Gate next) {
        return (request, changes) -> {
            check(request, changes);
            next.check(request, changes);
        };
    }
}
