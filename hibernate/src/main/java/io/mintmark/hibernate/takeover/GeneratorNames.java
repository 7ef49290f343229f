package io.mintmark.hibernate.takeover;

import jakarta.persistence.GeneratedValue;
import java.beans.Introspector;
import java.lang.reflect.AnnotatedElement;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names by which annotations choose the generator of an id. */
final class GeneratorNames {
    private static final Pattern GETTER = Pattern.compile("^(?:get|is)(?=.)");

    private GeneratorNames() {}

    /** Returns the names on the field and the getter {@code id} of {@code type} and its superclasses. */
    static Set<String> of(Class<?> type, String id) {
        Set<String> names = new LinkedHashSet<>();
        for (@Nullable Class<?> each = type; each != null; each = each.getSuperclass()) {
            members(each, id)
                    .map(member -> member.getAnnotation(GeneratedValue.class))
                    .filter(generated ->
                            generated != null && !generated.generator().isEmpty())
                    .forEach(generated -> names.add(generated.generator()));
        }
        return names;
    }

    private static Stream<AnnotatedElement> members(Class<?> type, String id) {
        return Stream.concat(
                Stream.of(type.getDeclaredFields())
                        .filter(field -> field.getName().equals(id)),
                Stream.of(type.getDeclaredMethods())
                        .filter(method -> Introspector.decapitalize(
                                        GETTER.matcher(method.getName()).replaceFirst(""))
                                .equals(id)));
    }
}
