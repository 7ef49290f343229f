package io.mintmark.client.json;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The member of a class that holds the id of its entity's document: how it is read, and how an entity comes to have it.
 *
 * <p>In a plain class a setter or the field sets it; of a record a copy is made. A member that is no text is refused when
 * an entity is stored or loaded, and not before: its class may have a collection and numbers for all that. Immutable, safe
 * for any thread.
 */
final class IdProperty {
    private final Class<?> type;
    private final String javaName;
    private final String jsonName;
    private final Class<?> memberType;
    private final AnnotatedMember getter;
    private final @Nullable AnnotatedMember setter;
    private final @Nullable RecordCopier copy;

    private IdProperty(
            Class<?> type, BeanPropertyDefinition member, @Nullable AnnotatedMember setter, @Nullable RecordCopier copy) {
        this.type = type;
        this.javaName = member.getInternalName();
        this.jsonName = member.getName();
        this.memberType = member.getRawPrimaryType();
        this.getter = member.getAccessor();
        this.setter = setter;
        this.copy = copy;
    }

    /** Finds the member called {@code name} in {@code type}, else one whose name differs in capitals only. */
    static Optional<IdProperty> find(Class<?> type, String name, ObjectMapper mapper) {
        return members(type, mapper).stream()
                .filter(member -> member.getInternalName().equalsIgnoreCase(name) && member.getAccessor() != null)
                .min(Comparator.comparing(member -> !member.getInternalName().equals(name)))
                .map(member -> of(type, member, mapper));
    }

    private static List<BeanPropertyDefinition> members(Class<?> type, ObjectMapper mapper) {
        return mapper.getSerializationConfig()
                .introspect(mapper.constructType(type))
                .findProperties();
    }

    private static IdProperty of(Class<?> type, BeanPropertyDefinition member, ObjectMapper mapper) {
        if (member.getRawPrimaryType() != String.class) {
            return new IdProperty(type, member, null, null);
        }
        member.getAccessor().fixAccess(true);
        if (type.isRecord()) {
            return new IdProperty(type, member, null, RecordCopier.replacing(type, member.getInternalName()));
        }
        AnnotatedMember setter = setter(type, member, mapper);
        if (setter != null) {
            setter.fixAccess(true);
        }
        return new IdProperty(type, member, setter, null);
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

    /** Returns the member's name in JSON; refuses one that is no text. */
    String jsonName() {
        requireText();
        return jsonName;
    }

    /** Returns the id that an entity has, if it has one that is not blank. */
    @Nullable String get(Object entity) {
        requireText();
        return getter.getValue(entity) instanceof String text && !text.isBlank() ? text : null;
    }

    /** Refuses a member that takes no id. */
    void requireSettable() {
        requireText();
        if (copy == null && setter == null) {
            throw unsettable("it has neither a setter nor a field of that name");
        }
    }

    /** Returns an entity that has this id: the given one if it can be set there, a copy of a record. */
    Object withId(Object entity, String id) {
        if (id.equals(get(entity))) {
            return entity;
        }
        requireSettable();
        if (copy != null) {
            return copy.with(entity, id);
        }
        if (setter != null) {
            setter.setValue(entity, id);
        }
        if (get(entity) == null) {
            throw unsettable("it is empty after '" + id + "' was set");
        }
        return entity;
    }

    /** Returns an entity that knows the id under which it was loaded; one that computes its own keeps that. */
    Object loadedAs(Object entity, String id) {
        boolean isComputed = copy == null && setter == null && get(entity) != null;
        return isComputed ? entity : withId(entity, id);
    }

    private void requireText() {
        if (memberType != String.class) {
            throw new InvalidEntityException(
                    "The id of a document is a text, but the member '" + javaName + "' of " + type.getName() + " is of "
                            + memberType.getName()
                            + ": make it a String. If it is something else than the document's id,"
                            + " rename it (and keep its name in JSON by @JsonProperty(\"" + jsonName
                            + "\")), or name the id's member by Conventions.Builder.idMember.",
                    null);
        }
    }

    private InvalidEntityException unsettable(String why) {
        return new InvalidEntityException(
                "The member '" + javaName + "' of " + type.getName() + " cannot be given the document's id, because "
                        + why + ": add a setter or a field, or have it return an id of its own before it is stored.",
                null);
    }
}
