package io.mintmark.server.ravendb;

/** A named thing that lies in a collection of its own; public, as the client fills it by reflection. */
public final class Product extends Named {
    Product() {
        super(null);
    }

    Product(String name) {
        super(name);
    }
}
