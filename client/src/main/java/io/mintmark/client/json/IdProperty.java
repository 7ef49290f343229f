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
 * The member of a class that holds the id of an entity's document: how it is read and set.
 *
 * <p>In a plain class a setter or the field sets it; a record is copied. A member that is not a text is refused when an
 * entity is stored or loaded, and not before, because its class may still have a collection and numbers. Immutable,
 * safe for any thread.
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
            Class<?> type,
            BeanPropertyDefinition member,
            @Nullable AnnotatedMember setter,
            @Nullable RecordCopier copy) {
        this.type = type;
        this.javaName = member.getInternalName();
        this.jsonName = member.getName();
        this.memberType = member.getRawPrimaryType();
        this.getter = member.getAccessor();
        this.setter = setter;
        this.copy = copy;
    }

    /** Finds the member called {@code name} in {@code type}, else one whose name differs only in case. */
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

    /** Returns the setter or field that reading uses; a constructor's parameter sets nothing in an existing entity. */
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

    /** Returns the member's name in JSON; refuses a member that is not a text. */
    String jsonName() {
        requireText();
        return jsonName;
    }

    /** Returns the id of an entity, or null if it has none or a blank one. */
    @Nullable String get(Object entity) {
        requireText();
        return getter.getValue(entity) instanceof String text && !text.isBlank() ? text : null;
    }

    /** Refuses a member that cannot be set. */
    void requireSettable() {
        requireText();
        if (copy == null && setter == null) {
            throw unsettable("it has neither a setter nor a field of that name");
        }
    }

    /** Returns an entity with this id: the given one, or a copy if it is a record. */
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

    /** Returns an entity with the id under which it was loaded; an entity that computes its id keeps its own. */
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
