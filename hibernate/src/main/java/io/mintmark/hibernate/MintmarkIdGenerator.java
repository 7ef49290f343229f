package io.mintmark.hibernate;

import java.util.EnumSet;
import java.util.function.Function;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * The generator that Hibernate makes of a {@link MintmarkId}; applications do not use it.
 *
 * <p>Hibernate makes one for each mapping, and some of its versions make two and throw one away. It therefore costs
 * nothing until the session factory that owns it binds it to a counter. Safe for any number of threads.
 */
public final class MintmarkIdGenerator implements BeforeExecutionGenerator {
    private static final long serialVersionUID = 1L;

    /** A session factory and the ids that it gets; one value, so that neither is ever seen with another's. */
    record Binding(SessionFactoryImplementor factory, Function<SharedSessionContractImplementor, Object> ids) {}

    private final String counter;
    private final String prefix;
    private transient volatile @Nullable Binding binding;

    /** Creates a generator that is not bound to a counter yet; called by Hibernate. */
    public MintmarkIdGenerator(MintmarkId annotation) {
        this.counter = annotation.counter();
        this.prefix = annotation.prefix();
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        SessionFactoryImplementor factory = session.getFactory();
        Binding ready = binding;
        if (ready == null || ready.factory != factory) {
            // Bound at the start where it is the generator of an entity's id, and only there can it be.
            ready = bind(UnitIssuers.of(factory), factory, session.getEntityPersister(null, owner));
        }
        return ready.ids.apply(session);
    }

    /** Takes the ids of {@code entity} from {@code unit} from now on. */
    Binding bind(UnitIssuers unit, SessionFactoryImplementor factory, EntityPersister entity) {
        Binding bound = new Binding(factory, unit.issuer(MappedId.of(factory, entity, counter, prefix)));
        binding = bound;
        return bound;
    }
}
