package io.mintmark.server;

import io.mintmark.server.http.Endpoint;
import io.mintmark.server.http.Request;
import io.mintmark.server.storage.Caller;

/** Tells the storage for whom a thread works while it answers a request, in words that the storage understands. */
final class Callers {
    private Callers() {}

    /** Returns an endpoint whose work below is done for whoever sent the request. */
    static Endpoint known(Endpoint endpoint) {
        return request -> Caller.during(new Sender(request), () -> endpoint.answer(request));
    }

    /** Who sent a request. */
    private record Sender(Request request) implements Caller {
        @Override
        public Object party() {
            return request.party();
        }

        @Override
        public void willWait() {
            request.stepAside();
        }
    }
}
