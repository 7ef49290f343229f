package io.mintmark.server.ravendb;

/** A named thing that lies in a collection of its own; public, as the client fills it by reflection. */
public final class Company extends Named {
    Company() {
        super(null);
    }

    Company(String name) {
        super(name);
    }
}
