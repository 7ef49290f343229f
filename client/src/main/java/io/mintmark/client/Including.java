package io.mintmark.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Loads documents together with those that they refer to, in one request; the session then has the latter without
 * another request. Immutable; not thread-safe, like its session.
 */
public final class Including {
    private final Session session;
    private final List<String> paths;

    Including(Session session, List<String> paths) {
        this.session = session;
        this.paths = paths;
    }

    /** Returns a copy with one more path, such as {@code companyId} or {@code lines[].product}. */
    public Including include(String path) {
        List<String> more = new ArrayList<>(paths);
        more.add(path);
        return new Including(session, List.copyOf(more));
    }

    /** Loads one document, as {@link Session#load(Class, String)} does. */
    public <T> Optional<T> load(Class<T> type, String id) {
        return Optional.ofNullable(load(type, List.of(id)).get(id));
    }

    /** Loads several documents, as {@link Session#load(Class, Collection)} does. */
    public <T> Map<String, T> load(Class<T> type, Collection<String> ids) {
        return session.load(type, ids, paths);
    }
}
