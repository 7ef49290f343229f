package io.mintmark.docs;

import io.mintmark.client.DocumentStore;

/** The store and the entities that {@code docs/client.md} makes in its first block. */
class GivenClient extends Given {
    DocumentStore store = absent();

    record Customer(String id, String name) {}

    record Order(String id, String customerId, double total) {}
}
