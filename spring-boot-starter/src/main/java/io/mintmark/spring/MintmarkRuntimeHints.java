package io.mintmark.spring;

import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.internal.UnitFactoryBeans;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ReflectionUtils;

/** What a native image has to keep although only reflection reaches it; Spring finds it by itself. */
final class MintmarkRuntimeHints implements RuntimeHintsRegistrar {
    private static final String HIBERNATE = "io.mintmark.hibernate.";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classes) {
        // The text of "orders: efcore" becomes a counter by this method.
        keep(hints, Counter.class, "of");
        // Counters that are named only when the application starts.
        keep(hints, MintmarkCounters.class, "generator");
        keep(hints, MintmarkCounters.class, "source");
        hints.reflection()
                .registerTypeIfPresent(
                        classes, HIBERNATE + "MintmarkIdGenerator", MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                .registerTypeIfPresent(
                        classes, HIBERNATE + "MintmarkIntegrator", MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                .registerTypeIfPresent(
                        classes,
                        HIBERNATE + "takeover.TakeoverContributor",
                        MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                // Two of its methods have another type in Hibernate 7 than in 6.
                .registerTypeIfPresent(
                        classes, "org.hibernate.mapping.SimpleValue", MemberCategory.INVOKE_PUBLIC_METHODS);
        for (String factoryBean : UnitFactoryBeans.OF_HIBERNATE) {
            hints.reflection().registerTypeIfPresent(classes, factoryBean, MemberCategory.INVOKE_PUBLIC_METHODS);
        }
        hints.resources().registerPattern("META-INF/services/org.hibernate.integrator.spi.Integrator");
        hints.resources().registerPattern("META-INF/services/org.hibernate.boot.spi.AdditionalMappingContributor");
        hints.proxies().registerJdkProxy(Connection.class);
    }

    private static void keep(RuntimeHints hints, Class<?> type, String name) {
        Method method = Objects.requireNonNull(ReflectionUtils.findMethod(type, name, String.class));
        hints.reflection().registerMethod(method, ExecutableMode.INVOKE);
    }
}
