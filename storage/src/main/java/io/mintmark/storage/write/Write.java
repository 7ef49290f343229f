package io.mintmark.storage.write;

/**
 * Something to change in a database. Its types are all there are, so that each layer passes them on by one verb and an
 * engine knows what it has to do.
 *
 * @param <T> what comes of it
 */
public sealed interface Write<T>
        permits AheadRequest,
                AheadReturn,
                BatchNumbers,
                CounterRaise,
                CutLog,
                DocumentBatch,
                DocumentBatch.Homecoming,
                IdentityRequest,
                IdentitySeed,
                KeyedWrite,
                RangeRequest,
                RangeReturn {
    /** Returns how many bytes of documents it holds, which are kept in memory while it waits. */
    default long bytes() {
        return 0;
    }
}
