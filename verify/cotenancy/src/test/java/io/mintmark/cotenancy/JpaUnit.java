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

    private static final Map<String, String> ECLIPSELINK = Map.of(
            "eclipselink.weaving", "false",
            "eclipselink.logging.level", "SEVERE",
            "eclipselink.deploy-on-startup", "true",
            "eclipselink.ddl-generation", "create-tables");
    private static final Map<String, String> OPENJPA = Map.of(
            "openjpa.Log", "none",
            "openjpa.RuntimeUnenhancedClasses", "supported",
            "openjpa.DynamicEnhancementAgent", "false",
            "openjpa.jdbc.SynchronizeMappings", "buildSchema");

    private final EntityManagerFactory factory;
    private final boolean flushes;

    private JpaUnit(Place place, String unit, Map<String, String> settings, Map<String, String> more, boolean flushes) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putAll(more);
        all.put("jakarta.persistence.nonJtaDataSource", place.source());
        this.factory = Persistence.createEntityManagerFactory(unit, all);
        this.flushes = flushes;
    }

    /** Starts an EclipseLink, which makes what is not there; it gives ids by {@code persist}. */
    static JpaUnit eclipseLink(Place place, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(ECLIPSELINK);
        // Two factories of one name would be one: with one pool of numbers.
        settings.put("eclipselink.session-name", "unit" + UNITS.incrementAndGet());
        return new JpaUnit(place, "eclipselink", settings, more, false);
    }

    /** Starts an OpenJPA, which makes what is not there when it is first used; it gives ids when it inserts. */
    static JpaUnit openJpa(Place place, String unit) {
        return new JpaUnit(place, unit, OPENJPA, Map.of(), true);
    }

    /** Gives ids to entities of a kind; what is inserted for it is rolled back, ids are not. */
    LongSupplier ids(Supplier<? extends Identified> entity) {
        return () -> {
            try (EntityManager manager = factory.createEntityManager()) {
                manager.getTransaction().begin();
                try {
                    Identified one = entity.get();
                    manager.persist(one);
                    if (flushes) {
                        manager.flush();
                    }
                    return one.id();
                } finally {
                    manager.getTransaction().rollback();
                }
            }
        };
    }

    @Override
    public void close() {
        factory.close();
    }
}
