package io.mintmark.server.databases;

import io.mintmark.server.http.Request;
import io.mintmark.server.storage.Party;

/** Says, in words that the storage understands, for whom a request is answered. */
public final class RequestParty {
    private RequestParty() {}

    /** Returns the party of {@code request}, which leaves its place to others before it waits. */
    public static Party of(Request request) {
        return new Party(request.party(), request::stepAside);
    }
}
