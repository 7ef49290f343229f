package io.mintmark.spring;

import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.stream.Stream;

/** Recognizes members that are ids by annotations that need not be on the class path. */
final class IdMembers {
    private static final Set<String> MARKS = Set.of(
            "io.mintmark.hibernate.MintmarkId",
            "io.mintmark.spring.FromCounter",
            "jakarta.persistence.Id",
            "org.springframework.data.annotation.Id");

    private IdMembers() {}

    /** Returns whether a member of that type with these annotations is an id that JavaScript could round. */
    static boolean isLongId(Class<?> type, Stream<Annotation> annotations) {
        return (type == Long.class || type == long.class)
                && annotations.anyMatch(
                        annotation -> MARKS.contains(annotation.annotationType().getName()));
    }
}
