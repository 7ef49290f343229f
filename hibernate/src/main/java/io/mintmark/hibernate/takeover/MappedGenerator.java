package io.mintmark.hibernate.takeover;

import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.generator.Generator;
import org.hibernate.id.OptimizableGenerator;
import org.hibernate.metamodel.spi.MappingMetamodelImplementor;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * A generator that a session factory has, wrapped or not.
 *
 * @param wrapper the generator around it, if the setting means it and it could be wrapped
 * @param original Hibernate's own
 * @param mapped what the mapping says of its ids; of one without a wrapper only the names
 * @param type the Java type of its ids
 */
record MappedGenerator(Optional<WrappedGenerator> wrapper, Generator original, MappedIds mapped, Class<?> type) {

    /** Returns the generators of all entities and collections of {@code factory}. */
    static List<MappedGenerator> all(SessionFactoryImplementor factory) {
        List<MappedGenerator> all = new ArrayList<>();
        MappedIdsReader reader = new MappedIdsReader(factory.getProperties());
        MappingMetamodelImplementor mapping = factory.getRuntimeMetamodels().getMappingMetamodel();
        mapping.forEachEntityDescriptor(entity -> {
            if (entity.getEntityName().equals(entity.getRootEntityName()) && entity.getGenerator() != null) {
                all.add(of(entity, reader, factory));
            }
        });
        mapping.forEachCollectionDescriptor(collection -> {
            if (collection.getIdentifierType() != null) {
                all.add(of(collection, reader));
            }
        });
        return all;
    }

    private static MappedGenerator of(
            EntityPersister entity, MappedIdsReader reader, SessionFactoryImplementor factory) {
        return of(
                entity.getGenerator(),
                reader.named(entity.getEntityName(), nameOf(entity, factory), entity.getIdentifierPropertyName()),
                entity.getIdentifierType().getReturnedClass());
    }

    private static MappedGenerator of(CollectionPersister collection, MappedIdsReader reader) {
        return of(
                collection.getGenerator(),
                reader.named(collection.getRole(), collection.getRole(), null),
                collection.getIdentifierType().getReturnedClass());
    }

    /** The name in queries; maps instead of classes have only their whole name. */
    private static String nameOf(EntityPersister entity, SessionFactoryImplementor factory) {
        @Nullable Class<?> type = entity.getMappedClass();
        return type == null || type == Map.class
                ? entity.getEntityName()
                : ((EntityManagerFactory) factory).getMetamodel().entity(type).getName();
    }

    static MappedGenerator of(Generator generator, MappedIds plain, Class<?> type) {
        return generator instanceof WrappedGenerator wrapper
                ? new MappedGenerator(Optional.of(wrapper), wrapper.original(), wrapper.mapped(), type)
                : new MappedGenerator(Optional.empty(), generator, plain, type);
    }

    /** Returns whether a setting means it; a generator that counts nowhere is never meant. */
    boolean isMeant(Names names) {
        return (original instanceof OptimizableGenerator || GeneratorReader.isHidden(original))
                && names.mean(GeneratorReader.namesOf(original, mapped));
    }
}
