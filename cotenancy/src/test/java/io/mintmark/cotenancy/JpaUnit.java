package io.mintmark.cotenancy;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A living EclipseLink or OpenJPA: an entity manager factory of its own, as one process of an application has it. */
final class JpaUnit implements AutoCloseable {
    private static final AtomicInteger UNITS = new AtomicInteger();

    private static final Map<String, String> ECLIPSELINK =
            Map.of("eclipselink.weaving", "false", "eclipselink.logging.level", "SEVERE");
    private static final Map<String, String> OPENJPA = Map.of(
            "openjpa.Log", "none",
            "openjpa.RuntimeUnenhancedClasses", "supported",
            "openjpa.DynamicEnhancementAgent", "false");

    private final EntityManagerFactory factory;

    private JpaUnit(Place place, String unit, Map<String, ?> settings, Map<String, String> more) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putAll(more);
        all.put("jakarta.persistence.nonJtaDataSource", place.source());
        factory = Persistence.createEntityManagerFactory(unit, all);
    }

    /** Starts an EclipseLink, which makes what is not there. */
    static JpaUnit eclipseLink(Place place, Map<String, String> more) {
        Map<String, Object> settings = new HashMap<>(ECLIPSELINK);
        // Two factories of one name would be one: with one pool of numbers.
        settings.put("eclipselink.session-name", "unit" + UNITS.incrementAndGet());
        settings.put("eclipselink.ddl-generation", "create-tables");
        return new JpaUnit(place, "eclipselink", settings, more);
    }

    /** Starts an OpenJPA, which makes what is not there. */
    static JpaUnit openJpa(Place place, String unit, Map<String, String> more) {
        Map<String, Object> settings = new HashMap<>(OPENJPA);
        settings.put("openjpa.jdbc.SynchronizeMappings", "buildSchema");
        return new JpaUnit(place, unit, settings, more);
    }

    /** Gives ids to entities of a kind, as {@code persist} does, and inserts none. */
    LongSupplier ids(Supplier<?> entity) {
        return () -> {
            try (EntityManager manager = factory.createEntityManager()) {
                manager.getTransaction().begin();
                Object one = entity.get();
                manager.persist(one);
                Object id = factory.getPersistenceUnitUtil().getIdentifier(one);
                manager.getTransaction().rollback();
                return ((Number) id).longValue();
            }
        };
    }

    @Override
    public void close() {
        factory.close();
    }
}
