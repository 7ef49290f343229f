package io.mintmark.spring;

import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.internal.RoutingDataSources;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;

/** Chooses the DataSource bean in which a counter lives. */
final class CounterDatabases {
    private final ConfigurableListableBeanFactory beans;
    private final @Nullable String ofAll;

    /** Takes the name of the bean where counters live that name none, if there is one. */
    CounterDatabases(ConfigurableListableBeanFactory beans, @Nullable String ofAll) {
        this.beans = beans;
        this.ofAll = ofAll;
    }

    /** Returns the counter's database, which stays until the counters are closed, as they give numbers back then. */
    DataSource of(String counter, Counter given) {
        String property =
                given.dataSource() == null ? "mintmark.data-source" : "mintmark.counters." + counter + ".data-source";
        String name = given.dataSource() == null ? ofAll : given.dataSource();
        NamedBeanHolder<DataSource> found = name == null ? only(counter) : named(name, property);
        RoutingDataSources.behind(found.getBeanInstance()).ifPresent(router -> {
            throw routed(counter, found.getBeanName(), router);
        });
        beans.registerDependentBean(found.getBeanName(), MintmarkAutoConfiguration.COUNTERS);
        return found.getBeanInstance();
    }

    /** Returns whether a property says where the counter lives. */
    boolean isNamed(Counter given) {
        return ofAll != null || given.dataSource() != null;
    }

    /** Each of the databases would have a counter of that name, and the thread that needs a range would choose one. */
    private static MintmarkConfigurationException routed(String counter, String bean, String router) {
        return new MintmarkConfigurationException(
                "a counter must live in one database, and the bean " + bean + " leads to several, as " + router
                        + " chooses one for each connection: " + counter,
                "name a bean of type DataSource that leads to a single database in mintmark.data-source or"
                        + " mintmark.counters." + counter + ".data-source, and define one if there is none");
    }

    private NamedBeanHolder<DataSource> named(String name, String property) {
        if (!beans.containsBean(name) || !beans.isTypeMatch(name, DataSource.class)) {
            throw new MintmarkConfigurationException(
                    property + " must name a bean of type DataSource, which are " + all() + ": " + property + "="
                            + name,
                    "mend the name, or define the bean");
        }
        return new NamedBeanHolder<>(name, beans.getBean(name, DataSource.class));
    }

    private NamedBeanHolder<DataSource> only(String counter) {
        try {
            return beans.resolveNamedBean(DataSource.class);
        } catch (NoUniqueBeanDefinitionException e) {
            throw new MintmarkConfigurationException(
                    "a counter must live in one database, and the beans of type DataSource are " + all() + ": "
                            + counter,
                    "name one of them in mintmark.data-source or mintmark.counters." + counter
                            + ".data-source, or make one the primary bean",
                    e);
        } catch (NoSuchBeanDefinitionException e) {
            throw missing(counter, e);
        }
    }

    private static MintmarkConfigurationException missing(String counter, BeansException cause) {
        return new MintmarkConfigurationException(
                "a counter must have a database to live in, and there is no bean of type DataSource: " + counter,
                "set spring.datasource.url, and have a driver and spring-boot-starter-jdbc on the class path; or define a"
                        + " bean of type RangeSources, which says where counters live",
                cause);
    }

    private List<String> all() {
        return List.of(beans.getBeanNamesForType(DataSource.class, true, false));
    }
}
