package io.mintmark.hibernate;

import java.lang.reflect.Member;
import java.util.List;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Finds each {@link MintmarkId} that would have no effect, and refuses it by a {@link MintmarkMappingException}.
 *
 * <p>Hibernate looks at the member that is an entity's id. It is silent about an annotation anywhere else, and the
 * attribute would stay null or 0.
 */
final class MappingCheck {
    private MappingCheck() {}

    /** Checks an entity as it is mapped, its embeddables included. */
    static void check(PersistentClass entity) {
        if (!entity.hasPojoRepresentation()) {
            return;
        }
        Class<?> type = entity.getMappedClass();
        @Nullable Property id = entity.getIdentifierProperty();
        if (id == null) {
            refuseParts(type);
        } else {
            requireOnlyOn(id.getName(), type);
        }
        EmbeddedParts.of(entity).forEach(MappingCheck::refuseEmbedded);
    }

    /**
     * An id of several {@code @Id}, whose class {@code @IdClass} names or nobody does, or an association that is the
     * id.
     */
    private static void refuseParts(Class<?> entity) {
        AnnotatedMembers.of(entity).findFirst().ifPresent(member -> {
            throw new MintmarkMappingException("@MintmarkId must stand on an id that is one value: "
                    + entity.getSimpleName() + " has an id of several parts or of another entity, and it stands on "
                    + AnnotatedMembers.attribute(member)
                    + "; give the entity one id of its own, or take the annotation away and assign the parts");
        });
    }

    private static void requireOnlyOn(String id, Class<?> entity) {
        List<Member> annotated = AnnotatedMembers.of(entity).toList();
        for (Member member : annotated) {
            if (!id.equals(AnnotatedMembers.name(member))) {
                throw new MintmarkMappingException("@MintmarkId must stand on the id, which is " + id
                        + ": it stands on " + AnnotatedMembers.attribute(member) + "; move it there, or take it away");
            }
            requireNoRival(member);
            requireSame(annotated.get(0), member);
        }
    }

    private static void requireNoRival(Member member) {
        AnnotatedMembers.rival(member).ifPresent(rival -> {
            throw new MintmarkMappingException(
                    "an id must have one generator: @" + rival.annotationType().getSimpleName()
                            + " stands beside @MintmarkId on " + AnnotatedMembers.attribute(member)
                            + "; take one of them away");
        });
    }

    /** A field and its getter, or a getter and the one that overrides it: Hibernate takes one and is silent. */
    private static void requireSame(Member first, Member second) {
        if (!AnnotatedMembers.annotation(first).equals(AnnotatedMembers.annotation(second))) {
            throw new MintmarkMappingException("an id must have one @MintmarkId: " + AnnotatedMembers.attribute(first)
                    + " and " + AnnotatedMembers.attribute(second) + " have two that differ; take one of them away");
        }
    }

    private static void refuseEmbedded(Class<?> embeddable, String place) {
        AnnotatedMembers.of(embeddable).findFirst().ifPresent(member -> {
            throw new MintmarkMappingException(
                    "@MintmarkId must stand on the id of an entity, and not inside an embeddable: it stands on "
                            + AnnotatedMembers.attribute(member) + ", which is a part of " + place
                            + "; give the entity an id of its own with it, or take it away and assign the attribute");
        });
    }

    /**
     * Checks an entity that has another generator: mappings in XML override an annotation, and a member may be passed
     * over.
     */
    static void requireNoAnnotation(EntityPersister entity) {
        @Nullable Class<?> type = entity.getMappedClass();
        @Nullable String id = entity.getIdentifierPropertyName();
        if (type != null && id != null && isAnnotated(type, id)) {
            throw new MintmarkMappingException("@MintmarkId must be what makes the id: Hibernate takes "
                    + entity.getGenerator().getClass().getName() + " for " + type.getSimpleName() + "." + id
                    + "; put the annotation beside @Id, on the same field or getter, or take what overrides it out of"
                    + " the mapping: another generator, @MapsId, or the id in a mapping file");
        }
    }

    private static boolean isAnnotated(Class<?> type, String id) {
        return AnnotatedMembers.of(type)
                .anyMatch(member -> AnnotatedMembers.name(member).equals(id));
    }
}
