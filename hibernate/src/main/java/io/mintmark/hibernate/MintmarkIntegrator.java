package io.mintmark.hibernate;

import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Starts and ends the generators of a session factory; Hibernate finds it by itself.
 *
 * <p>When one starts, every {@link MintmarkId} in it is checked and bound to its counter, without reserving anything.
 * When it begins to close, while its connections are still there, unused numbers go back.
 */
public final class MintmarkIntegrator implements Integrator {

    /** Creates the integrator; called by Hibernate. */
    public MintmarkIntegrator() {}

    @Override
    public void integrate(Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor factory) {
        metadata.getEntityBindings().forEach(MintmarkIntegrator::check);
        factory.addObserver(new Life());
    }

    /** Runs before a schema is made: that would contain the sequence of a generator that is refused. */
    private static void check(PersistentClass entity) {
        if (entity.hasPojoRepresentation()) {
            Property id = entity.getIdentifierProperty();
            AnnotatedMembers.check(entity.getMappedClass(), id == null ? null : id.getName());
        }
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry serviceRegistry) {
        UnitGenerators.close(factory.getUuid());
    }

    /** One session factory from its start to its end. */
    private static final class Life implements SessionFactoryObserver {
        private static final long serialVersionUID = 1L;

        @Override
        public void sessionFactoryCreated(SessionFactory factory) {
            bindAll((SessionFactoryImplementor) factory);
        }

        @Override
        public void sessionFactoryClosing(SessionFactory factory) {
            UnitGenerators.close(((SessionFactoryImplementor) factory).getUuid());
        }

        private static void bindAll(SessionFactoryImplementor factory) {
            boolean bindsLater = isWithoutDatabase(factory);
            factory.getRuntimeMetamodels().getMappingMetamodel().forEachEntityDescriptor(entity -> {
                if (entity.getGenerator() instanceof MintmarkIdGenerator ids) {
                    UnitGenerators unit = UnitGenerators.of(factory);
                    if (!bindsLater) {
                        ids.bind(unit, factory, entity);
                    }
                } else {
                    requireNoAnnotation(entity);
                }
            });
        }

        /**
         * A unit that is built without its database, as code that is made ahead of time needs its metamodel alone, binds each
         * id when it is first inserted.
         */
        private static boolean isWithoutDatabase(SessionFactoryImplementor factory) {
            Object may = factory.getProperties().get(AvailableSettings.ALLOW_METADATA_ON_BOOT);
            return may != null && !Boolean.parseBoolean(may.toString());
        }

        /** The annotation may be overridden by XML, or stand on a member that Hibernate does not look at. */
        private static void requireNoAnnotation(EntityPersister entity) {
            Class<?> type = entity.getMappedClass();
            String id = entity.getIdentifierPropertyName();
            if (type != null && AnnotatedMembers.isOnTheId(type, id)) {
                throw new MintmarkMappingException("@MintmarkId must be what makes the id: Hibernate takes "
                        + entity.getGenerator().getClass().getName() + " for " + type.getSimpleName() + "." + id
                        + "; put the annotation beside @Id, on the same field or getter, or take the other generator out of"
                        + " the mapping");
            }
        }
    }
}
