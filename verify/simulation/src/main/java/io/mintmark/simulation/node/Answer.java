package io.mintmark.simulation.node;

import io.mintmark.simulation.engine.DocumentPages;
import io.mintmark.simulation.judge.Scope;
import io.mintmark.storage.write.Lease;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a node answers; immutable.
 *
 * @param ok whether it was done
 * @param lease the range that was reserved, or null
 * @param number a number of an identity, or 1 for yes
 * @param id the id that was made, or null
 * @param version the version of a document that was stored, or null
 * @param page a page of documents, or null
 * @param life the name of the database's life, or an empty text
 * @param era how often the database's name had been dropped before that life: known to the judge alone
 * @param putBacks how often the store had been put back when the call arrived: known to the judge alone
 * @param here whether what was stored is on the node's machine alone so far
 * @param machine which machine answered, or -1: known to the judge alone
 * @param at what the node's clock shows
 */
public record Answer(
        boolean ok,
        @Nullable Lease lease,
        long number,
        @Nullable String id,
        @Nullable String version,
        DocumentPages.@Nullable Page page,
        String life,
        int era,
        int putBacks,
        boolean here,
        int machine,
        Instant at) {

    /** Returns which documents it is about, if it is about any. */
    public long scope(int name) {
        return Scope.of(name, era, putBacks);
    }

    /** Returns the same, as the answer to a call that arrived when the store had been put back so often. */
    Answer arrived(int earlier) {
        return new Answer(ok, lease, number, id, version, page, life, era, earlier, here, machine, at);
    }

    Answer with(DocumentPages.Page shown) {
        return new Answer(ok, lease, number, id, version, shown, life, era, putBacks, here, machine, at);
    }

    Answer with(@Nullable String found) {
        return new Answer(ok, lease, number, id, found, page, life, era, putBacks, here, machine, at);
    }

    static Answer refused() {
        return new Answer(false, null, 0, null, null, null, "", 0, 0, false, -1, Instant.EPOCH);
    }
}
