package io.mintmark.hibernate;

import io.mintmark.hibernate.takeover.TakeoverContributor;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Starts and ends the generators of a session factory; Hibernate finds it by itself.
 *
 * <p>When one starts, every {@link MintmarkId} in it is checked and bound to its counter, without reserving anything,
 * and so are the generators that {@link MintmarkSettings#TAKEOVER} names.
 * When it begins to close, while its connections are still there, unused numbers go back.
 */
public final class MintmarkIntegrator implements Integrator {

    /** Creates the integrator; called by Hibernate. */
    public MintmarkIntegrator() {}

    @Override
    public void integrate(Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor factory) {
        // Before a schema is made: that would contain the sequence of a generator that is refused.
        metadata.getEntityBindings().forEach(MappingCheck::check);
        factory.addObserver(new Life(TakeoverContributor.Parts.of(metadata)));
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry serviceRegistry) {
        close(factory);
    }

    private static void close(SessionFactoryImplementor factory) {
        TakeoverReport.end(factory.getUuid());
        UnitIssuers.close(factory.getUuid());
    }

    /** One session factory from its start to its end. */
    private static final class Life implements SessionFactoryObserver {
        private static final long serialVersionUID = 1L;

        private final transient TakeoverContributor.Parts parts;

        Life(TakeoverContributor.Parts parts) {
            this.parts = parts;
        }

        @Override
        public void sessionFactoryCreated(SessionFactory factory) {
            bindAll((SessionFactoryImplementor) factory);
            TakeoverReport.start((SessionFactoryImplementor) factory, parts);
        }

        @Override
        public void sessionFactoryClosing(SessionFactory factory) {
            close((SessionFactoryImplementor) factory);
        }

        private static void bindAll(SessionFactoryImplementor factory) {
            // Otherwise each id is bound when it is first inserted: code that is made ahead of time needs the metamodel
            // alone.
            boolean bindsNow = UnitSettings.mayConnectAtStart(factory.getProperties());
            factory.getRuntimeMetamodels().getMappingMetamodel().forEachEntityDescriptor(entity -> {
                if (entity.getGenerator() instanceof MintmarkIdGenerator ids) {
                    UnitIssuers unit = UnitIssuers.of(factory);
                    unit.requireGenerators();
                    if (bindsNow) {
                        ids.bind(unit, factory, entity);
                    }
                } else {
                    MappingCheck.requireNoAnnotation(entity);
                }
            });
        }
    }
}
