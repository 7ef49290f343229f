package io.mintmark.spring;

import io.mintmark.hibernate.CounterGenerators;
import io.mintmark.hibernate.MintmarkSettings;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Lends the application's generators to every persistence unit, also to those that the application defines itself.
 *
 * <p>A unit that sets its own source of numbers keeps it. Works on the factory bean of Spring's ORM module,
 * which is the same class for Boot 3.5 and 4.
 */
final class JpaUnitConfigurer implements BeanPostProcessor {
    private static final Set<String> PLACES = Set.of(MintmarkSettings.SOURCES, MintmarkSettings.GENERATORS);

    /** Hibernate's own setting, by which a unit has the databases or schemas of several tenants. */
    private static final String BY_TENANT = "hibernate.multi_tenant_connection_provider";

    private final ConfigurableListableBeanFactory beans;

    JpaUnitConfigurer(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractEntityManagerFactoryBean unit) {
            Map<String, Object> settings = unit.getJpaPropertyMap();
            if (settings.keySet().stream().noneMatch(PLACES::contains)) {
                refuseRest(settings, beanName);
                lendTo(settings, beanName);
                // Closed only after the unit, which may insert until its very end.
                beans.registerDependentBean(MintmarkAutoConfiguration.COUNTERS, beanName);
            }
        }
        return bean;
    }

    /** Otherwise a deadline of a unit's own would take its entities out of the counters that properties describe. */
    private static void refuseRest(Map<String, Object> settings, String unit) {
        for (String setting : settings.keySet()) {
            if (setting.startsWith(MintmarkSettings.PREFIX) && !setting.equals(MintmarkSettings.NODE_TAG)) {
                throw new MintmarkConfigurationException(
                        "a unit that draws from the application's counters has no settings of its own for them: "
                                + setting + " of " + unit,
                        "set " + setting.replace(MintmarkSettings.PREFIX, "mintmark.")
                                + " if there is one, or say by " + MintmarkSettings.SOURCES
                                + " that this unit has counters of its own");
            }
        }
    }

    /** Asks for the counters when an entity does: a unit without one of our annotations makes none. */
    private void lendTo(Map<String, Object> settings, String unit) {
        boolean isByTenant = settings.containsKey(BY_TENANT);
        CounterGenerators lent = counter -> {
            if (isByTenant) {
                requireNamedDatabase(counter, unit);
            }
            return beans.getBean(MintmarkCounters.class).generator(counter);
        };
        settings.put(MintmarkSettings.GENERATORS, lent);
        String nodeTag = beans.getBean(MintmarkProperties.class).nodeTag();
        if (!nodeTag.isEmpty()) {
            settings.putIfAbsent(MintmarkSettings.NODE_TAG, nodeTag);
        }
    }

    /** Otherwise the only or primary database would silently count for all tenants, beside counters of their own. */
    private void requireNamedDatabase(String counter, String unit) {
        if (beans.getBean(RangeSources.class) instanceof PropertyRangeSources places
                && !places.isDatabaseNamed(counter)) {
            throw new MintmarkConfigurationException(
                    "a counter must live in one database, and " + unit + " chooses one by tenant, by " + BY_TENANT
                            + ": " + counter,
                    "name the bean of type DataSource that counts for all tenants in mintmark.data-source or"
                            + " mintmark.counters." + counter + ".data-source");
        }
    }
}
