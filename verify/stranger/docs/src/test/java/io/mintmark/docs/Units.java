package io.mintmark.docs;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Stores one of each entity that a block declares, in a database that is empty before. */
final class Units {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private Units() {}

    static void persist(JavaBlocks.Compiled block) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        thread.setContextClassLoader(block.classes());
        try {
            persist(block.classes(), block.types());
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    private static void persist(ClassLoader classes, List<String> types) throws ReflectiveOperationException {
        Configuration configuration = new Configuration();
        for (String type : types) {
            configuration.addAnnotatedClass(classes.loadClass(type));
        }
        configuration.setProperty(
                "hibernate.connection.url", "jdbc:h2:mem:docs" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
        configuration.setProperty("hibernate.hbm2ddl.auto", "create");
        try (SessionFactory unit = configuration.buildSessionFactory()) {
            for (String type : types) {
                var constructor = classes.loadClass(type).getDeclaredConstructor();
                constructor.setAccessible(true);
                Object entity = constructor.newInstance();
                unit.inTransaction(session -> session.persist(entity));
            }
        }
    }
}
