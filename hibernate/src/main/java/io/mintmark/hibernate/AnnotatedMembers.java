package io.mintmark.hibernate;

import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;
import org.jspecify.annotations.Nullable;

/**
 * The members of an entity's classes that have a {@link MintmarkId}, and what stands beside it.
 *
 * <p>Hibernate takes one generator and is silent about another, so an annotation without effect is found here.
 */
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

    private static final Pattern GETTER = Pattern.compile("get(?=.)|is(?=.)");

    private AnnotatedMembers() {}

    /**
     * Throws {@link MintmarkMappingException} if an annotation in {@code entity} cannot have an effect.
     *
     * @param id the name of its id, or null if that has several parts
     */
    static void check(Class<?> entity, @Nullable String id) {
        of(entity).forEach(member -> {
            String attribute = member.getDeclaringClass().getSimpleName() + "." + name(member);
            if (id != null && !id.equals(name(member))) {
                throw new MintmarkMappingException("@MintmarkId must stand on the id, which is " + id
                        + ": it stands on " + attribute + "; move it there, or take it away");
            }
            rival(member).ifPresent(rival -> {
                throw new MintmarkMappingException("an id must have one generator: @"
                        + rival.annotationType().getSimpleName() + " stands beside @MintmarkId on " + attribute
                        + "; take one of them away");
            });
        });
    }

    /** Returns whether {@code entity} has the annotation on the member that is its id. */
    static boolean isOnTheId(Class<?> entity, @Nullable String id) {
        return id != null && of(entity).anyMatch(member -> name(member).equals(id));
    }

    private static Stream<Member> of(Class<?> entity) {
        return Stream.<Class<?>>iterate(entity, type -> type != null && type != Object.class, Class::getSuperclass)
                .flatMap(type -> Stream.<Member>concat(
                        Stream.of(type.getDeclaredFields()), Stream.of(type.getDeclaredMethods())))
                .filter(member -> ((AccessibleObject) member).isAnnotationPresent(MintmarkId.class));
    }

    private static String name(Member member) {
        return member instanceof Field
                ? member.getName()
                : Introspector.decapitalize(GETTER.matcher(member.getName()).replaceFirst(""));
    }

    private static Optional<Annotation> rival(Member member) {
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
