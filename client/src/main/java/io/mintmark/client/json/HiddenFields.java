package io.mintmark.client.json;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds inherited fields that a field of the same name hides: a document has one member for both, so one would be lost.
 */
final class HiddenFields {
    private HiddenFields() {}

    /** Returns why entities of a class are refused, or null if each of its fields has a member of its own. */
    static @Nullable String refusalOf(Class<?> type, ObjectMapper mapper) {
        Map<String, Class<?>> owners = new HashMap<>();
        for (Class<?> owner = type; owner != null && !isOfTheJdk(owner); owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                Class<?> hiding = isState(field) ? owners.putIfAbsent(field.getName(), owner) : null;
                if (hiding != null && isReadFromTheField(type, field.getName(), mapper)) {
                    return "A document has one member '" + field.getName() + "', but " + hiding.getName()
                            + " and its ancestor " + owner.getName()
                            + " have a field of that name each: rename one, or make it transient.";
                }
            }
        }
        return null;
    }

    /** Throws {@code refusal}, which {@link #refusalOf} returned, unless it is null. */
    static void require(@Nullable String refusal) {
        if (refusal != null) {
            throw new InvalidEntityException(refusal, null);
        }
    }

    private static boolean isOfTheJdk(Class<?> owner) {
        return owner.getName().startsWith("java.");
    }

    private static boolean isState(Field field) {
        int left = Modifier.STATIC | Modifier.TRANSIENT;
        return (field.getModifiers() & left) == 0
                && !field.isSynthetic()
                && field.getName().indexOf('$') < 0
                && !field.isAnnotationPresent(JsonIgnore.class);
    }

    /** A getter shows which of them is meant. */
    private static boolean isReadFromTheField(Class<?> type, String name, ObjectMapper mapper) {
        for (BeanPropertyDefinition member : mapper.getSerializationConfig()
                .introspect(mapper.constructType(type))
                .findProperties()) {
            if (member.getInternalName().equals(name)) {
                return !member.hasGetter();
            }
        }
        return false;
    }
}
