package io.mintmark.hibernate;

import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;
import org.jspecify.annotations.Nullable;

/** The members of a mapped class that have a {@link MintmarkId}, and what stands beside it. */
final class AnnotatedMembers {
    /** Annotations that define or choose a generator, without an annotation of their own that says so. */
    private static final Set<String> GENERATORS = Set.of(
            "jakarta.persistence.GeneratedValue",
            "jakarta.persistence.SequenceGenerator",
            "jakarta.persistence.SequenceGenerators",
            "jakarta.persistence.TableGenerator",
            "jakarta.persistence.TableGenerators",
            "org.hibernate.annotations.GenericGenerator",
            "org.hibernate.annotations.GenericGenerators");

    private static final Pattern GETTER = Pattern.compile("^(?:get|is)(?=.)");

    private AnnotatedMembers() {}

    /**
     * Returns the annotated fields and methods of {@code type}, its superclasses and its interfaces, mapped or not: an
     * annotation that Hibernate does not look at is one to find.
     */
    static Stream<Member> of(Class<?> type) {
        Set<Class<?>> types = new LinkedHashSet<>();
        collect(type, types);
        return types.stream()
                .flatMap(declaring -> Stream.<Member>concat(
                        Stream.of(declaring.getDeclaredFields()), Stream.of(declaring.getDeclaredMethods())))
                .filter(member -> ((AccessibleObject) member).isAnnotationPresent(MintmarkId.class))
                .filter(member -> !(member instanceof Method method && method.isBridge()));
    }

    private static void collect(@Nullable Class<?> type, Set<Class<?>> types) {
        if (type != null && type != Object.class && types.add(type)) {
            collect(type.getSuperclass(), types);
            for (Class<?> implemented : type.getInterfaces()) {
                collect(implemented, types);
            }
        }
    }

    /** Returns the name of the attribute that {@code member} is, or would be. */
    static String name(Member member) {
        return member instanceof Field
                ? member.getName()
                : Introspector.decapitalize(GETTER.matcher(member.getName()).replaceFirst(""));
    }

    /** Returns its class and name for messages, such as {@code Order.id}. */
    static String attribute(Member member) {
        return member.getDeclaringClass().getSimpleName() + "." + name(member);
    }

    static MintmarkId annotation(Member member) {
        return ((AccessibleObject) member).getAnnotation(MintmarkId.class);
    }

    /** Returns another generator on the same member, if there is one: Hibernate takes one of the two and is silent. */
    static Optional<Annotation> rival(Member member) {
        Predicate<Annotation> isOurs = MintmarkId.class::isInstance;
        return Stream.of(((AccessibleObject) member).getAnnotations())
                .filter(isOurs.negate())
                .filter(AnnotatedMembers::isAGenerator)
                .findFirst();
    }

    private static boolean isAGenerator(Annotation annotation) {
        Class<? extends Annotation> type = annotation.annotationType();
        return GENERATORS.contains(type.getName())
                || type.isAnnotationPresent(IdGeneratorType.class)
                || type.isAnnotationPresent(ValueGenerationType.class);
    }
}
