package io.mintmark.spring.internal;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.CollectionFactory;

/** Changes the entities that a member holds: one, or a collection, a map or an array of them. */
final class Held {
    private final UnaryOperator<Object> change;
    private final boolean isSet;
    private boolean isStale;

    private Held(UnaryOperator<Object> change, boolean isSet) {
        this.change = change;
        this.isSet = isSet;
    }

    /**
     * Returns {@code value} with {@code change} applied to each entity in it.
     *
     * <p>It is the same object unless an entity was replaced, because a final member could not be set. A set is made
     * anew if a hash code changed, because it would not find what it holds.
     */
    static Object changed(Object value, UnaryOperator<Object> change) {
        Held held = new Held(change, value instanceof Set<?>);
        Object changed = held.changed(value);
        return held.isStale ? changed : value;
    }

    private Object changed(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> changed = CollectionFactory.createApproximateMap(map, map.size());
            map.forEach((key, entity) -> changed.put(key, oneOrNone(entity)));
            return changed;
        }
        if (value instanceof Collection<?> collection) {
            Collection<@Nullable Object> changed =
                    CollectionFactory.createApproximateCollection(collection, collection.size());
            collection.forEach(entity -> changed.add(oneOrNone(entity)));
            return changed;
        }
        return value instanceof Object[] array ? ofArray(array) : one(value);
    }

    private Object ofArray(Object[] array) {
        Object[] changed = array.clone();
        for (int i = 0; i < array.length; i++) {
            changed[i] = oneOrNone(array[i]);
        }
        return changed;
    }

    private @Nullable Object oneOrNone(@Nullable Object entity) {
        return entity == null ? null : one(entity);
    }

    private Object one(Object entity) {
        int hash = isSet ? entity.hashCode() : 0;
        Object changed = change.apply(entity);
        isStale |= changed != entity || (isSet && changed.hashCode() != hash);
        return changed;
    }
}
