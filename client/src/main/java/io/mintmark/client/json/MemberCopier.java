package io.mintmark.client.json;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Copies the members of one entity to another of its class, if Jackson finds all of them and can set them; what Jackson
 * does not see stays as it is. Immutable, safe for any thread.
 */
final class MemberCopier {
    private final List<Member> members;

    /** One member: how it is read from one entity and set in another. */
    private record Member(AnnotatedMember getter, AnnotatedMember setter) {
        void copy(Object from, Object to) {
            setter.setValue(to, getter.getValue(from));
        }
    }

    private MemberCopier(List<Member> members) {
        this.members = members;
    }

    /** Inspects a class; empty for records, maps and any class with a member that cannot be set later. */
    static Optional<MemberCopier> of(Class<?> type, ObjectMapper mapper) {
        if (type.isRecord() || Map.class.isAssignableFrom(type) || JsonNode.class.isAssignableFrom(type)) {
            return Optional.empty();
        }
        JavaType described = mapper.constructType(type);
        BeanDescription read = mapper.getDeserializationConfig().introspect(described);
        Map<String, AnnotatedMember> getters =
                getters(mapper.getSerializationConfig().introspect(described));
        List<Member> members = new ArrayList<>();
        for (BeanPropertyDefinition property : read.findProperties()) {
            if (isComputed(property)) {
                continue;
            }
            AnnotatedMember setter = property.getNonConstructorMutator();
            AnnotatedMember getter = getters.get(property.getName());
            if (setter == null || getter == null || isMadeByConstructor(property, setter)) {
                return Optional.empty();
            }
            setter.fixAccess(true);
            getter.fixAccess(true);
            members.add(new Member(getter, setter));
        }
        return read.findAnySetterAccessor() == null ? Optional.of(new MemberCopier(members)) : Optional.empty();
    }

    private static boolean isMadeByConstructor(BeanPropertyDefinition property, AnnotatedMember setter) {
        return property.hasConstructorParameter()
                && setter instanceof AnnotatedField field
                && Modifier.isFinal(field.getModifiers());
    }

    /** A computed member is never set; only a list or map without a setter is filled through its getter. */
    private static boolean isComputed(BeanPropertyDefinition property) {
        Class<?> type = property.getRawPrimaryType();
        return !property.couldDeserialize()
                && !Collection.class.isAssignableFrom(type)
                && !Map.class.isAssignableFrom(type);
    }

    private static Map<String, AnnotatedMember> getters(BeanDescription written) {
        return written.findProperties().stream()
                .filter(property -> property.getAccessor() != null)
                .collect(Collectors.toMap(BeanPropertyDefinition::getName, BeanPropertyDefinition::getAccessor));
    }

    /** Copies the members of {@code from} to {@code to}, and returns {@code to}. */
    Object copy(Object from, Object to) {
        members.forEach(member -> member.copy(from, to));
        return to;
    }
}
