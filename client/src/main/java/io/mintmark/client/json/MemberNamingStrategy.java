package io.mintmark.client.json;

import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.DefaultAccessorNamingStrategy;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names the members of one class, a field after the getter that reads it; for one thread.
 *
 * <p>Otherwise the field would be stored a second time under its own name, and a member with a getter and no setter
 * could not be loaded back. Public and annotated fields keep the names that Jackson gives them.
 */
final class MemberNamingStrategy extends DefaultAccessorNamingStrategy {
    private final AnnotatedClass type;
    private final AnnotationIntrospector annotations;
    private @Nullable Map<String, Getter> getters;

    /** The member that a getter reads, and its type. */
    private record Getter(String member, Class<?> type) {}

    MemberNamingStrategy(
            MapperConfig<?> config,
            AnnotatedClass type,
            String setterPrefix,
            String getterPrefix,
            String isGetterPrefix,
            @Nullable BaseNameValidator names) {
        super(config, type, setterPrefix, getterPrefix, isGetterPrefix, names);
        this.type = type;
        this.annotations = config.getAnnotationIntrospector();
    }

    @Override
    public @Nullable String modifyFieldName(AnnotatedField field, String name) {
        if (Modifier.isPublic(field.getModifiers()) || isAnnotated(field)) {
            return name;
        }
        if (isReadByAnyGetter(field, name)) {
            return null;
        }
        Getter getter = getters().get(spellingless(name, field.getRawType()));
        return getter == null || !getter.type.isAssignableFrom(field.getRawType()) || hasField(getter.member)
                ? name
                : getter.member;
    }

    private boolean isAnnotated(AnnotatedField field) {
        return annotations.hasIgnoreMarker(field)
                || annotations.findNameForSerialization(field) != null
                || annotations.findNameForDeserialization(field) != null;
    }

    /** The entries of such a map are members themselves, and the map is not one. */
    private boolean isReadByAnyGetter(AnnotatedField field, String name) {
        AnnotatedMethod anyGetter = anyGetter();
        if (anyGetter == null || !isUnreadMap(field)) {
            return false;
        }
        String read = anyGetter.getName().replaceAll("^get(?=[A-Z])", "").toLowerCase(Locale.ROOT);
        return unreadMaps() == 1 || spellingless(name, field.getRawType()).equals(read);
    }

    private @Nullable AnnotatedMethod anyGetter() {
        for (AnnotatedMethod method : type.memberMethods()) {
            if (Boolean.TRUE.equals(annotations.hasAnyGetter(method))) {
                return method;
            }
        }
        return null;
    }

    private int unreadMaps() {
        int count = 0;
        for (AnnotatedField field : type.fields()) {
            count += isUnreadMap(field) ? 1 : 0;
        }
        return count;
    }

    private boolean isUnreadMap(AnnotatedField field) {
        return Map.class.isAssignableFrom(field.getRawType())
                && !Modifier.isPublic(field.getModifiers())
                && !isAnnotated(field)
                && !getters().containsKey(spellingless(field.getName(), field.getRawType()));
    }

    private boolean hasField(String name) {
        for (AnnotatedField field : type.fields()) {
            if (field.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private Map<String, Getter> getters() {
        Map<String, Getter> known = getters;
        if (known == null) {
            known = new HashMap<>();
            for (AnnotatedMethod method : type.memberMethods()) {
                String member = memberOf(method);
                if (member != null) {
                    known.put(member.toLowerCase(Locale.ROOT), new Getter(member, method.getRawType()));
                }
            }
            getters = known;
        }
        return known;
    }

    private @Nullable String memberOf(AnnotatedMethod method) {
        if (method.getParameterCount() > 0
                || !Modifier.isPublic(method.getModifiers())
                || Boolean.TRUE.equals(annotations.hasAnyGetter(method))) {
            return null;
        }
        String regular = findNameForRegularGetter(method, method.getName());
        return regular != null ? regular : findNameForIsGetter(method, method.getName());
    }

    /** Returns a field's name without customary prefixes and suffixes, in lower case. */
    private static String spellingless(String field, Class<?> type) {
        String bare = field.replaceAll("^(m?_)+|_+$|^m(?=[A-Z])", "");
        boolean isFlag = type == boolean.class || type == Boolean.class;
        return (isFlag ? bare.replaceAll("^is(?=[A-Z])", "") : bare).toLowerCase(Locale.ROOT);
    }
}
