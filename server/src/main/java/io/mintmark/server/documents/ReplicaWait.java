package io.mintmark.server.documents;

import io.mintmark.protocol.Parameters;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;

/**
 * The number of copies that a batch waits for before it is answered: none, since nodes share one store.
 *
 * <p>A commit is there for every node, so the majority is met at once. A number of copies could only time out, after
 * the batch is stored: it is refused before, unless the client wants no error of that.
 */
final class ReplicaWait {
    private static final String MAJORITY = "majority";
    private static final String UNSET = "None";

    private ReplicaWait() {}

    /**
     * Checks what a batch waits for.
     *
     * @throws ApiException if that never comes
     */
    static void check(Query batch) {
        boolean waits = batch.has(Parameters.REPLICAS) || batch.has(Parameters.REPLICAS_TIMEOUT);
        if (!waits
                || batch.first(Parameters.REPLICAS)
                        .filter(MAJORITY::equalsIgnoreCase)
                        .isPresent()) {
            return;
        }
        boolean fails = !batch.has(Parameters.REPLICAS_THROW) || batch.flag(Parameters.REPLICAS_THROW);
        if (number(batch) > 0 && fails) {
            throw DocumentMembers.BATCH_PARAMETERS.refusal(
                    Parameters.REPLICAS,
                    "nodes share one store, so waiting for copies could only time out; ask for the majority, or send"
                            + " throwOnTimeoutInWaitForReplicas=false");
        }
    }

    /** Python's client sends a word if it was given no number; RavenDB waits for one node then. */
    private static int number(Query batch) {
        boolean unset =
                batch.first(Parameters.REPLICAS).filter(UNSET::equalsIgnoreCase).isPresent();
        return unset ? 1 : batch.count(Parameters.REPLICAS, 1);
    }
}
