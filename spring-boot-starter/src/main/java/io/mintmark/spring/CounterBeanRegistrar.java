package io.mintmark.spring;

import io.mintmark.hilo.HiLo;
import io.mintmark.range.RangeSource;
import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.internal.GivenProperty;
import io.mintmark.spring.internal.PropertyNames;
import java.util.List;
import java.util.Map;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Makes two beans of each counter that a property names: a {@link HiLo} and its {@link RangeSource}, both with the
 * counter's name as qualifier.
 *
 * <p>Their bean names, {@code mintmark.orders} and {@code mintmark.orders.source}, collide with no others.
 */
final class CounterBeanRegistrar implements BeanDefinitionRegistryPostProcessor {
    private static final String PREFIX = "mintmark.";

    private final Environment environment;

    CounterBeanRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        Map<String, Counter> named = Binder.get(environment)
                .bind(
                        PropertyNames.COUNTERS,
                        Bindable.mapOf(String.class, Counter.class),
                        new CounterBindHandler(BindHandler.DEFAULT))
                .orElseGet(Map::of);
        List<GivenProperty> given = GivenProperty.all(environment, PropertyNames.ROOT);
        UnknownProperties.refuse(given, named.keySet());
        for (String counter : CounterSpellings.of(named.keySet(), given)) {
            String bean = PREFIX + counter;
            register(registry, bean, counter, HiLo.class, "generator");
            register(registry, bean + ".source", counter, RangeSource.class, "source");
        }
    }

    /**
     * Names the method of {@link MintmarkCounters}, since code ahead of time can be made of a name and of no lambda.
     */
    private static void register(
            BeanDefinitionRegistry registry, String bean, String counter, Class<?> type, String method) {
        if (AotDetector.useGeneratedArtifacts() && registry.containsBeanDefinition(bean)) {
            return;
        }
        RootBeanDefinition definition = new RootBeanDefinition(type);
        definition.setFactoryBeanName(MintmarkAutoConfiguration.COUNTERS);
        definition.setFactoryMethodName(method);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, counter);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, counter));
        // The counters close their generators themselves, after Hibernate, which draws from them too.
        definition.setDestroyMethodName("");
        registry.registerBeanDefinition(bean, definition);
    }
}
