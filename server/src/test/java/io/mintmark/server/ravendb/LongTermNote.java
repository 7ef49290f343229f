package io.mintmark.server.ravendb;

/** A named thing that lies in a collection of its own; public, as the client fills it by reflection. */
public final class LongTermNote extends Named {
    LongTermNote() {
        super(null);
    }

    LongTermNote(String name) {
        super(name);
    }
}
