package io.mintmark.spring.internal;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;

/**
 * Visits each entity that Spring Data writes with an aggregate: its root, its members and those of its collections, at
 * any depth.
 *
 * <p>An entity that cannot change is replaced, and so is what holds it. Stateless.
 */
public final class AggregateTree {

    /** What to do with an entity. */
    public interface Visitor {

        /**
         * Is shown the entity behind {@code members} before those below it, and may set what is not an entity itself.
         */
        void visit(RelationalPersistentEntity<?> entity, PersistentPropertyAccessor<Object> members);

        /** Is shown a type whose members are columns of the entity around it, and which has no id of its own. */
        void visitEmbedded(RelationalPersistentEntity<?> type);
    }

    private final RelationalMappingContext mapping;
    private final Visitor visitor;

    /** Creates a walk over aggregates that {@code mapping} knows. */
    public AggregateTree(RelationalMappingContext mapping, Visitor visitor) {
        this.mapping = mapping;
        this.visitor = visitor;
    }

    /** Visits {@code root} and all below it; returns it, or what replaces it. */
    public Object walk(Object root) {
        RelationalPersistentEntity<?> entity = mapping.getPersistentEntity(root.getClass());
        return entity == null ? root : visited(entity, root);
    }

    private Object visited(RelationalPersistentEntity<?> entity, Object instance) {
        PersistentPropertyAccessor<Object> members = entity.getPropertyAccessor(instance);
        visitor.visit(entity, members);
        return below(entity, members);
    }

    private Object below(RelationalPersistentEntity<?> entity, PersistentPropertyAccessor<Object> members) {
        for (RelationalPersistentProperty property : entity) {
            RelationalPersistentEntity<?> type = mapping.getPersistentEntity(property);
            if (type != null && property.isWritable() && !property.isAssociation()) {
                descend(property, type, members);
            }
        }
        return members.getBean();
    }

    private void descend(
            RelationalPersistentProperty property,
            RelationalPersistentEntity<?> type,
            PersistentPropertyAccessor<Object> members) {
        if (property.isEmbedded()) {
            visitor.visitEmbedded(type);
        }
        UnaryOperator<Object> change = property.isEmbedded()
                ? embedded -> below(type, type.getPropertyAccessor(embedded))
                : child -> visited(type, child);
        @Nullable Object value = members.getProperty(property);
        @Nullable Object changed = value == null ? null : Held.changed(value, change);
        if (changed != value) {
            members.setProperty(property, changed);
        }
    }
}
