package io.mintmark.storage.lifecycle;

/** How far a long piece of work has come; told now and then, on the thread that does it. */
@FunctionalInterface
public interface Progress {
    /** Hears nothing. */
    Progress NONE = (doing, done, total) -> {};

    /**
     * Takes note of where the work stands.
     *
     * @param doing what is being done, a few words that name the place
     * @param done how many of {@code total} are done; 0 of 0 if nobody can count them
     */
    void at(String doing, long done, long total);
}
