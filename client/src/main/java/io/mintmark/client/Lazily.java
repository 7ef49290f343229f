package io.mintmark.client;

import io.mintmark.document.DocumentId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Loads of a session that wait for each other: all come in one request when the first of them is needed. Not
 * thread-safe, like its session.
 *
 * <pre>{@code
 * Lazy<Optional<User>> ada = session.lazily().load(User.class, "users/ada");
 * Lazy<Optional<Company>> acme = session.lazily().load(Company.class, "companies/1-A");
 * ada.value();  // asks for both
 * acme.value(); // is there already
 * }</pre>
 */
public final class Lazily {
    private final Session session;
    private final Set<String> waiting = new LinkedHashSet<>();

    Lazily(Session session) {
        this.session = session;
    }

    /** Loads one document, later, as {@link Session#load(Class, String)} does; refuses at once what is no id. */
    public <T> Lazy<Optional<T>> load(Class<T> type, String id) {
        waitFor(List.of(id));
        return new Lazy<>(
                this,
                () -> Optional.ofNullable(session.loaded(type, List.of(id)).get(id)));
    }

    /** Loads several documents, later, as {@link Session#load(Class, Collection)} does. */
    public <T> Lazy<Map<String, T>> load(Class<T> type, Collection<String> ids) {
        List<String> wanted = List.copyOf(ids);
        waitFor(wanted);
        return new Lazy<>(this, () -> session.loaded(type, wanted));
    }

    /** What is no id must not wait: no request could be made of it, nor for the others beside it. */
    private void waitFor(List<String> ids) {
        for (String id : ids) {
            DocumentId ignored = DocumentId.of(id);
        }
        waiting.addAll(ids);
    }

    /** Fetches everything that waits. */
    void fetch() {
        session.fetch(waiting, List.of());
        waiting.clear();
    }
}
