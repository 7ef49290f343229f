package io.mintmark.cotenancy;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** A living Hibernate: a session factory of its own, as one process of an application has it. */
final class HibernateUnit implements AutoCloseable {
    /** Makes what is not there, and checks nothing. */
    static final Map<String, String> MAKES_ITS_SCHEMA = Map.of("hibernate.hbm2ddl.auto", "update");
    /** Tables of this unit store the next value and not the last one used. */
    static final Map<String, String> STORES_NEXT = Map.of("hibernate.id.generator.stored_last_used", "false");

    private final SessionFactory factory;

    @SafeVarargs
    HibernateUnit(Place place, Class<?>[] entities, Map<String, String>... settings) {
        Configuration configuration = new Configuration();
        for (Class<?> entity : entities) {
            configuration.addAnnotatedClass(entity);
        }
        Map<String, Object> all = new HashMap<>();
        all.put("jakarta.persistence.nonJtaDataSource", place.source());
        for (Map<String, String> some : settings) {
            all.putAll(some);
        }
        configuration.getProperties().putAll(all);
        factory = configuration.buildSessionFactory();
    }

    /** Returns the optimizer that all generators of a unit prefer. */
    static Map<String, String> optimizer(String name) {
        return Map.of("hibernate.id.optimizer.pooled.preferred", name);
    }

    /** Gives ids to entities of a kind, as {@code persist} does, and inserts none. */
    LongSupplier ids(Supplier<? extends Identified> entity) {
        return () -> {
            try (Session session = factory.openSession()) {
                Identified one = entity.get();
                session.persist(one);
                return one.id();
            }
        };
    }

    @Override
    public void close() {
        factory.close();
    }
}
