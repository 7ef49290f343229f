package io.mintmark.server.ravendb;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.session.IDocumentSession;

/** What an index of users by their names writes. */
public final class NameCount {
    private String name;
    private int count;

    /** Reads the documents of all groups. */
    static List<NameCount> all(DocumentStore store) {
        try (IDocumentSession session = store.openSession()) {
            return List.of(session.advanced().loadStartingWith(NameCount.class, "NameCounts/"));
        }
    }

    /** Reads the same as numbers by name. */
    static Map<String, Integer> byName(DocumentStore store) {
        return all(store).stream().collect(Collectors.toMap(NameCount::getName, NameCount::getCount));
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public int getCount() {
        return count;
    }

    public void setCount(int count) {
        this.count = count;
    }
}
