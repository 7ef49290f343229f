package io.mintmark.hibernate;

import java.util.HashMap;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Units that are mapped by files, too. */
final class MappingFiles {
    private MappingFiles() {}

    /** Starts a unit with a mapping file that lies beside the tests. */
    static SessionFactory start(String url, String file, Map<String, Object> settings, Class<?>... entities) {
        Configuration configuration = new Configuration();
        configuration.addResource("io/mintmark/hibernate/" + file);
        for (Class<?> entity : entities) {
            configuration.addAnnotatedClass(entity);
        }
        Map<String, Object> all = new HashMap<>(settings);
        all.put("hibernate.connection.url", url);
        all.put("hibernate.hbm2ddl.auto", "update");
        configuration.getProperties().putAll(all);
        return configuration.buildSessionFactory();
    }
}
