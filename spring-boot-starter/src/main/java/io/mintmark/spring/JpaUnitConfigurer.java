package io.mintmark.spring;

import io.mintmark.hibernate.CounterGenerators;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.hilo.HiLo;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import io.mintmark.spring.internal.FinishedUnits;
import io.mintmark.spring.internal.PropertyNames;
import io.mintmark.spring.internal.UnitFactoryBeans;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Lends the application's generators to every persistence unit, also to those that the application defines itself.
 *
 * <p>A unit with sources of its own keeps them, wherever it sets them. Spring's factory beans are told before they make
 * a unit; one that was made without them is refused if it would count beside the application.
 */
final class JpaUnitConfigurer implements BeanPostProcessor {
    /** Settings of the unit alone, whoever lends. */
    private static final Set<String> OF_THE_UNIT = Set.of(
            MintmarkSettings.NODE_TAG,
            MintmarkSettings.TAKEOVER,
            MintmarkSettings.LOOK,
            MintmarkSettings.TENANT_IDLE,
            MintmarkSettings.TENANTS_MAX);

    private static final String RANGE_SIZE =
            PropertyNames.ROOT.append("range-size").toString();

    private final ConfigurableListableBeanFactory beans;

    /** Units of Spring's factory beans; a look at one could wait for its start in the background. */
    private final Set<String> ofFactoryBeans = ConcurrentHashMap.newKeySet();

    JpaUnitConfigurer(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        UnitFactoryBeans.settings(bean).ifPresent(settings -> {
            ofFactoryBeans.add(beanName);
            lendTo(settings, beanName);
        });
        return bean;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (!ofFactoryBeans.contains(beanName) && FinishedUnits.countsByItself(bean)) {
            throw new MintmarkConfigurationException(
                    "a unit that draws from the application's counters must be made by one of Spring's factory beans: "
                            + beanName + " is a SessionFactory already, and its @MintmarkId would count beside them",
                    "define a LocalContainerEntityManagerFactoryBean or a LocalSessionFactoryBean, or set "
                            + MintmarkSettings.GENERATORS + " to the method generator of the bean MintmarkCounters, or "
                            + MintmarkSettings.SOURCES + " to counters of its own");
        }
        return bean;
    }

    private void lendTo(Map<String, Object> settings, String unit) {
        if (settings.containsKey(MintmarkSettings.SOURCES)) {
            return;
        }
        refuseRest(settings, unit);
        settings.put(MintmarkSettings.DEFAULT_GENERATORS, new Lent(beans, unit));
        // Closed only after the unit, which may insert until its very end.
        beans.registerDependentBean(MintmarkAutoConfiguration.COUNTERS, unit);
    }

    /**
     * Otherwise a deadline of a unit's own would take its entities out of the counters that properties describe. What
     * stands in files that only Hibernate reads is refused there.
     */
    private static void refuseRest(Map<String, Object> settings, String unit) {
        // Hibernate's properties may have keys of other types than texts.
        for (Object setting : settings.keySet().toArray()) {
            String name = setting.toString();
            if (name.startsWith(MintmarkSettings.PREFIX) && !OF_THE_UNIT.contains(name)) {
                throw new MintmarkConfigurationException(
                        "a unit that draws from the application's counters has no settings of its own for them: " + name
                                + " of " + unit,
                        "set " + name.replace(MintmarkSettings.PREFIX, "mintmark.")
                                + " if there is one, or say by " + MintmarkSettings.SOURCES
                                + " that this unit has counters of its own");
            }
        }
    }

    /** Asks for the counters when an entity does: a unit without one of our annotations makes none. */
    private static final class Lent implements CounterGenerators {
        private final ConfigurableListableBeanFactory beans;
        private final String unit;

        Lent(ConfigurableListableBeanFactory beans, String unit) {
            this.beans = beans;
            this.unit = unit;
        }

        @Override
        public HiLo generator(String counter) {
            return beans.getBean(MintmarkCounters.class).generator(counter);
        }

        /** A counter that no property describes, and for which none names a database, is each tenant's own. */
        @Override
        public boolean hasCounterForEachTenant(String counter) {
            return beans.getBean(RangeSources.class) instanceof PropertyRangeSources places
                    && !places.isMentioned(counter);
        }

        /**
         * Otherwise the only or primary database would silently count for all tenants, beside counters of their own.
         */
        @Override
        public HiLo generatorForTenants(String counter) {
            if (beans.getBean(RangeSources.class) instanceof PropertyRangeSources places
                    && !places.isDatabaseNamed(counter)) {
                throw new MintmarkConfigurationException(
                        "a counter must live in one database, and " + unit
                                + " chooses one by tenant, by hibernate.multi_tenant_connection_provider: " + counter,
                        "name the bean of type DataSource that counts for all tenants in mintmark.data-source or"
                                + " mintmark.counters." + counter + ".data-source");
            }
            return generator(counter);
        }

        /** The property's default is that of counters of our own; where nobody set it, a block is enough. */
        @Override
        public HiLo generatorOver(String counter, RangeSource source, long block) {
            return beans.getBean(MintmarkCounters.class).over(counter, source, first(block));
        }

        @Override
        public HiLo generatorOfTenant(String counter, RangeSource source, long block, Refiller threads) {
            return beans.getBean(MintmarkCounters.class).overTenants(counter, source, first(block), threads);
        }

        private long first(long block) {
            return Binder.get(beans.getBean(Environment.class))
                    .bind(RANGE_SIZE, Long.class)
                    .orElse(block);
        }

        @Override
        public String nodeTag() {
            return beans.getBean(MintmarkProperties.class).nodeTag();
        }
    }
}
