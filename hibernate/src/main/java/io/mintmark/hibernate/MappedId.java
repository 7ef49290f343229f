package io.mintmark.hibernate;

import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.entity.EntityPersister;

/**
 * An id as it was mapped: its entity, its type, and its annotation with defaults filled in.
 *
 * @param attribute the entity and its id for messages, such as {@code Order.id}
 * @param type what Hibernate reads and writes, a box where the id is a primitive
 */
record MappedId(String attribute, Class<?> type, String counter, String prefix) {

    static MappedId of(SessionFactoryImplementor factory, EntityPersister entity, String counter, String prefix) {
        String topmost = nameOf(factory, entity.getRootEntityName());
        String counterOrDefault = counter.isEmpty() ? topmost : counter;
        Class<?> type = entity.getIdentifierType().getReturnedClass();
        if (!prefix.isEmpty() && type != String.class) {
            throw new MintmarkMappingException(
                    "only a String id begins with a prefix: " + topmost + "." + idName(entity)
                            + " is a " + type.getName() + " and has @MintmarkId(prefix = \"" + prefix
                            + "\"); take the prefix away, or make the id a String");
        }
        return new MappedId(
                topmost + "." + idName(entity),
                type,
                counterOrDefault,
                prefix.isEmpty() ? counterOrDefault + "/" : prefix);
    }

    /**
     * The name in queries, which {@code @Entity(name = …)} sets; maps instead of classes have only their whole name.
     */
    private static String nameOf(SessionFactoryImplementor factory, String entity) {
        EntityPersister root =
                factory.getRuntimeMetamodels().getMappingMetamodel().getEntityDescriptor(entity);
        Class<?> type = root.getMappedClass();
        return type == null || type == Map.class
                ? entity.substring(entity.lastIndexOf('.') + 1)
                : ((EntityManagerFactory) factory).getMetamodel().entity(type).getName();
    }

    private static String idName(EntityPersister entity) {
        String name = entity.getIdentifierPropertyName();
        return name == null ? "(id)" : name;
    }
}
