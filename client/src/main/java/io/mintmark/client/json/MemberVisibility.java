package io.mintmark.client.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.databind.introspect.VisibilityChecker;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Makes every field of an entity a member of its document, as JPA does: public or not, with accessors or without,
 * inherited or not. The same holds for the objects that an entity contains.
 *
 * <p>Fields that are static, transient, annotated {@code @Transient} by JPA or Spring, added by a compiler or an agent,
 * or inside the JDK's classes are left out. A public getter of such a field is still a member. Jackson's annotations
 * and mixins on a class or a member take precedence. Immutable.
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

    /** Makes the mapper of {@code builder} find members by these rules. */
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
