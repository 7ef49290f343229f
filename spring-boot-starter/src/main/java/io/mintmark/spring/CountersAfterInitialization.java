package io.mintmark.spring;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * Lets Flyway, Liquibase and scripts make their schema before a counter is looked at; Spring Boot finds it by itself.
 *
 * <p>Otherwise our table would be the first in an empty schema, which Flyway then refuses for good, or a counter would
 * be refused whose sequence the migration is about to make.
 */
final class CountersAfterInitialization implements DependsOnDatabaseInitializationDetector {
    private static final String AFTER_JPA = "spring.jpa.defer-datasource-initialization";

    private final Environment environment;

    CountersAfterInitialization(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        List<String> counters = List.of(beans.getBeanNamesForType(MintmarkCounters.class, true, false));
        Set<String> dependent = new HashSet<>();
        for (String name : beans.getBeanDefinitionNames()) {
            if (counters.contains(String.valueOf(beans.getBeanDefinition(name).getFactoryBeanName()))) {
                dependent.add(name);
            }
        }
        if (!environment.getProperty(AFTER_JPA, Boolean.class, false)) {
            counters.stream().filter(beans::containsBeanDefinition).forEach(dependent::add);
        }
        return dependent;
    }
}
