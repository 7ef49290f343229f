package io.mintmark.spring.internal;

import java.lang.annotation.Annotation;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** Recognizes members that are ids by annotations that need not be on the class path. */
final class IdMembers {
    private static final Set<String> MARKS = Set.of(
            "io.mintmark.hibernate.MintmarkId",
            "io.mintmark.spring.FromCounter",
            "jakarta.persistence.Id",
            "org.springframework.data.annotation.Id");

    /** What an id may be that JavaScript could round. */
    private static final Set<Class<?>> WIDE = Set.of(long.class, Long.class, BigInteger.class);

    private IdMembers() {}

    /** Returns whether a member of that type with these annotations is an id that JavaScript could round. */
    static boolean isWideId(Class<?> type, Stream<Annotation> annotations) {
        return WIDE.contains(type)
                && annotations.anyMatch(annotation -> isMark(annotation.annotationType(), new HashSet<>()));
    }

    /** An annotation of the application's own may be made of one of the marks, also over several steps. */
    private static boolean isMark(Class<? extends Annotation> type, Set<Class<?>> seen) {
        return MARKS.contains(type.getName())
                || (seen.add(type)
                        && Stream.of(type.getAnnotations()).anyMatch(above -> isMark(above.annotationType(), seen)));
    }
}
