package io.mintmark.server.documents.batch;

import io.mintmark.protocol.Headers;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.web.http.Reply;
import java.util.List;

/** Says in a reply that documents are on this machine alone so far. Stateless. */
public final class KeptHere {
    private KeptHere() {}

    /** Returns whether a batch is on this machine alone; it is as a whole, or not at all. */
    static boolean is(List<? extends CommandResult> results) {
        return !results.isEmpty() && results.get(0) instanceof CommandResult.Stored stored && stored.here();
    }

    /** Returns {@code reply}, which says so where it is so. */
    public static Reply tell(Reply reply, List<? extends CommandResult> results) {
        return tell(reply, is(results));
    }

    static Reply tell(Reply reply, boolean here) {
        return here ? reply.header(Headers.STORED, Headers.ON_THIS_MACHINE) : reply;
    }
}
