package io.mintmark.client.json;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The member of a class that holds the id of its entity's document: how it is read, and how an entity comes to have it.
 *
 * <p>In a plain class a setter or the field sets it; of a record a copy is made. Immutable, safe for any thread.
 */
final class IdProperty {
    private final String jsonName;
    private final AnnotatedMember getter;
    private final @Nullable AnnotatedMember setter;
    private final @Nullable RecordCopy copy;

    private IdProperty(
            String jsonName, AnnotatedMember getter, @Nullable AnnotatedMember setter, @Nullable RecordCopy copy) {
        this.jsonName = jsonName;
        this.getter = getter;
        this.setter = setter;
        this.copy = copy;
    }

    /** Finds the member called {@code name} in {@code type}, if there is one and it is a text. */
    static Optional<IdProperty> find(Class<?> type, String name, ObjectMapper mapper) {
        BeanDescription written = mapper.getSerializationConfig().introspect(mapper.constructType(type));
        return written.findProperties().stream()
                .filter(member -> member.getInternalName().equals(name))
                .filter(member -> member.getRawPrimaryType() == String.class && member.getAccessor() != null)
                .findFirst()
                .map(member -> of(type, member, mapper));
    }

    private static IdProperty of(Class<?> type, BeanPropertyDefinition member, ObjectMapper mapper) {
        AnnotatedMember getter = member.getAccessor();
        getter.fixAccess(true);
        if (type.isRecord()) {
            return new IdProperty(member.getName(), getter, null, RecordCopy.replacing(type, member.getInternalName()));
        }
        AnnotatedMember setter = setter(type, member, mapper);
        if (setter != null) {
            setter.fixAccess(true);
        }
        return new IdProperty(member.getName(), getter, setter, null);
    }

    /** A setter or field as reading finds it; a parameter of a constructor sets nothing in an entity that is there. */
    private static @Nullable AnnotatedMember setter(Class<?> type, BeanPropertyDefinition member, ObjectMapper mapper) {
        BeanDescription read = mapper.getDeserializationConfig().introspect(mapper.constructType(type));
        for (BeanPropertyDefinition candidate : read.findProperties()) {
            if (candidate.getName().equals(member.getName())) {
                AnnotatedMethod method = candidate.getSetter();
                AnnotatedField field = candidate.getField();
                return method != null ? method : field;
            }
        }
        return null;
    }

    /** Returns the member's name in JSON. */
    String jsonName() {
        return jsonName;
    }

    /** Returns the id that an entity has, if it has one that is not blank. */
    @Nullable String get(Object entity) {
        Object id = getter.getValue(entity);
        return id instanceof String text && !text.isBlank() ? text : null;
    }

    /** Returns an entity that has this id: the given one if it can be set there, a copy of a record. */
    Object withId(Object entity, String id) {
        if (id.equals(getter.getValue(entity))) {
            return entity;
        }
        if (copy != null) {
            return copy.with(entity, id);
        }
        if (setter != null) {
            setter.setValue(entity, id);
        }
        return entity;
    }
}
