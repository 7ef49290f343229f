package io.mintmark.hibernate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.IndexedCollection;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Value;
import org.jspecify.annotations.Nullable;

/**
 * The embeddable classes inside one entity: of attributes at any depth, of elements and keys of collections, in
 * secondary tables, of ids, and the class of an {@code @IdClass}.
 *
 * <p>Used once, by one thread.
 */
final class EmbeddedParts {
    private final Map<Class<?>, String> places = new LinkedHashMap<>();

    private final Class<?> entity;

    private EmbeddedParts(Class<?> entity) {
        this.entity = entity;
    }

    /** Returns each class with the place where {@code entity} has it, such as {@code Order.address}. */
    static Map<Class<?>, String> of(PersistentClass entity) {
        EmbeddedParts parts = new EmbeddedParts(entity.getMappedClass());
        String name = entity.getMappedClass().getSimpleName();
        Property id = entity.getIdentifierProperty();
        parts.look(entity.getIdentifier(), id == null ? "the @IdClass of " + name : name + "." + id.getName());
        parts.lookAt(entity.getPropertyClosure(), name);
        return parts.places;
    }

    private void lookAt(Iterable<Property> properties, String owner) {
        for (Property property : properties) {
            look(property.getValue(), owner + "." + property.getName());
        }
    }

    private void look(@Nullable Value value, String place) {
        if (value instanceof Component component) {
            add(component, place);
            lookAt(component.getProperties(), place);
        } else if (value instanceof Collection collection) {
            if (collection instanceof IndexedCollection indexed) {
                look(indexed.getIndex(), "the keys of " + place);
            }
            look(collection.getElement(), place);
        }
    }

    /** The attributes of an {@code @IdClass} are mapped once more as a component of the entity's class. */
    private void add(Component component, String place) {
        if (component.isDynamic() || component.getComponentClassName() == null) {
            return;
        }
        Class<?> type = component.getComponentClass();
        if (type.isAssignableFrom(entity)) {
            return;
        }
        places.putIfAbsent(type, place);
        @Nullable Map<Object, String> subtypes = component.getDiscriminatorValues();
        if (subtypes != null) {
            subtypes.values().forEach(subtype -> places.putIfAbsent(named(subtype, type), place));
        }
    }

    private static Class<?> named(String subtype, Class<?> type) {
        try {
            return Class.forName(subtype, false, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            return type;
        }
    }
}
