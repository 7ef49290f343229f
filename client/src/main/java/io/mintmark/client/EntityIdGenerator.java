package io.mintmark.client;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.hilo.HiLoGenerators;
import io.mintmark.client.hilo.IssuedLives;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Given;
import io.mintmark.internal.Printable;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the id of an entity that is stored without one: its own, its convention's, or one from a range. Thread-safe.
 */
final class EntityIdGenerator implements IdGenerator {
    private static final String NAME = "name the class of the entities";

    private final String database;
    private final HiLoGenerators ranges;
    private final IssuedLives lives;
    private final Supplier<IdentityPartsSeparator> separator;

    EntityIdGenerator(
            String database, HiLoGenerators ranges, IssuedLives lives, Supplier<IdentityPartsSeparator> separator) {
        this.database = database;
        this.ranges = ranges;
        this.lives = lives;
        this.separator = separator;
    }

    /** Returns the entity's own id if it has one, else one by the convention of its class, else one from a range. */
    String idFor(EntityType type, Object entity) {
        String own = type.json().idOf(entity);
        if (own != null) {
            return own;
        }
        type.json().requireSettableId();
        IdConvention<Object> convention = type.convention();
        return convention == null ? nextId(entity.getClass()) : required(type, convention.idFor(this, entity));
    }

    private static String required(EntityType type, @Nullable String id) {
        if (id == null) {
            throw new IllegalStateException(
                    "The id convention of " + type.type().getName()
                            + " returned null: return an id, what asks the server for one, or database.nextId(entity).");
        }
        return id;
    }

    @Override
    public String database() {
        return database;
    }

    @Override
    public String nextId(Object entity) {
        if (entity instanceof String || entity instanceof Class<?>) {
            throw new IllegalArgumentException("An id is made for an entity, and this is a "
                    + entity.getClass().getSimpleName() + ": '" + Printable.brief(entity.toString())
                    + "'; hand the name of a collection over as a String, or the class as a Class, not as an Object.");
        }
        return ranges.nextId(entity.getClass());
    }

    @Override
    public String nextId(Class<?> type) {
        return ranges.nextId(Given.required("type", type, NAME));
    }

    @Override
    public String nextId(String collection) {
        return ranges.nextId(Given.name("collection", collection));
    }

    @Override
    public long nextNumber(Class<?> type) {
        return ranges.nextNumber(Given.required("type", type, NAME));
    }

    @Override
    public long nextNumber(String collection) {
        return ranges.nextNumber(Given.name("collection", collection));
    }

    /** Returns the life of the database that an id of this store's ranges was made for; empty for any other id. */
    Optional<DatabaseLife> lifeOf(String id) {
        return lives.of(id);
    }

    /** Returns the separator in force. */
    IdentityPartsSeparator separator() {
        return separator.get();
    }
}
