package io.mintmark.client;

import io.mintmark.document.IdentityPartsSeparator;
import java.util.function.Supplier;

/** Which id an entity is stored under that came without one: its own, its convention's, or one from a range. Thread-safe. */
final class EntityIds implements IdGenerator {
    private final String database;
    private final HiLoIds ranges;
    private final Supplier<IdentityPartsSeparator> separator;

    EntityIds(String database, HiLoIds ranges, Supplier<IdentityPartsSeparator> separator) {
        this.database = database;
        this.ranges = ranges;
        this.separator = separator;
    }

    /** Returns the entity's own id if it has one, else one by the convention of its class, else one from a range. */
    String idFor(EntityType type, Object entity) {
        String own = type.json().idOf(entity);
        if (own != null) {
            return own;
        }
        IdConvention<Object> convention = type.convention();
        return convention == null ? nextId(entity) : convention.idFor(this, entity);
    }

    @Override
    public String database() {
        return database;
    }

    @Override
    public String nextId(Object entity) {
        return ranges.nextId(entity.getClass());
    }

    @Override
    public long nextNumber(Class<?> type) {
        return ranges.nextNumber(type);
    }

    /** Returns the separator in force. */
    IdentityPartsSeparator separator() {
        return separator.get();
    }
}
