package io.mintmark.client.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.databind.introspect.VisibilityChecker;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Which fields of an entity, and of what it holds, are members of its document: all of them, as JPA has it, whether they
 * are public or not, have accessors or not, or are inherited.
 *
 * <p>Left out are static and transient fields, those annotated {@code @Transient} by JPA or Spring, those that a compiler
 * or an agent added, and the insides of the JDK's classes. A public getter of such a field is a member still. Jackson's
 * annotations and mixins on a class or a member go before this. Immutable.
 */
public final class MemberVisibility extends VisibilityChecker.Std {
    private static final long serialVersionUID = 1L;

    private MemberVisibility() {
        super(
                Visibility.PUBLIC_ONLY, // getters
                Visibility.PUBLIC_ONLY, // getters of the form isX
                Visibility.ANY, // setters, as Jackson's own default has it
                Visibility.ANY, // creators, too
                Visibility.ANY);
    }

    /** Makes mappers find members as this class says. */
    public static void applyTo(JsonMapper.Builder builder) {
        builder.visibility(new MemberVisibility()).accessorNaming(new MemberNamingProvider());
    }

    @Override
    public boolean isFieldVisible(Field field) {
        return super.isFieldVisible(field) && (Modifier.isPublic(field.getModifiers()) || isState(field));
    }

    private static boolean isState(Field field) {
        return field.getName().indexOf('$') < 0
                && !field.getDeclaringClass().getName().startsWith("java.")
                && !isMarkedTransient(field);
    }

    private static boolean isMarkedTransient(Field field) {
        for (Annotation annotation : field.getAnnotations()) {
            String name = annotation.annotationType().getName();
            if (name.equals("jakarta.persistence.Transient")
                    || name.equals("javax.persistence.Transient")
                    || name.equals("org.springframework.data.annotation.Transient")) {
                return true;
            }
        }
        return false;
    }
}
