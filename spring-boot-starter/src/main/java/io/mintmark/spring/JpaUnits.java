package io.mintmark.spring;

import io.mintmark.hibernate.CounterGenerators;
import io.mintmark.hibernate.MintmarkSettings;
import java.util.Map;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Lends the application's generators to every persistence unit, also to those that the application defines itself.
 *
 * <p>A unit that has settings of its own beside a node tag keeps them. Works on the factory bean of Spring's ORM module,
 * which is the same class for Boot 3.5 and 4.
 */
final class JpaUnits implements BeanPostProcessor {
    private final ConfigurableListableBeanFactory beans;

    JpaUnits(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractEntityManagerFactoryBean unit) {
            Map<String, Object> settings = unit.getJpaPropertyMap();
            if (settings.keySet().stream().noneMatch(JpaUnits::saysWhereNumbersComeFrom)) {
                lendTo(settings);
                // Closed only after the unit, which may insert until its very end.
                beans.registerDependentBean(MintmarkAutoConfiguration.COUNTERS, beanName);
            }
        }
        return bean;
    }

    private static boolean saysWhereNumbersComeFrom(String setting) {
        return setting.startsWith(MintmarkSettings.PREFIX) && !setting.equals(MintmarkSettings.NODE_TAG);
    }

    /** Asks for the counters when an entity does: a unit without one of our annotations makes none. */
    private void lendTo(Map<String, Object> settings) {
        CounterGenerators lent =
                counter -> beans.getBean(MintmarkCounters.class).generator(counter);
        settings.put(MintmarkSettings.GENERATORS, lent);
        String nodeTag = beans.getBean(MintmarkProperties.class).nodeTag();
        if (!nodeTag.isEmpty()) {
            settings.putIfAbsent(MintmarkSettings.NODE_TAG, nodeTag);
        }
    }
}
