package io.mintmark.spring.internal;

import io.mintmark.hibernate.MintmarkIdGenerator;
import io.mintmark.hibernate.MintmarkSettings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Persistence units that an application made by Hibernate's own means, so that nobody could set anything for them. */
public final class FinishedUnits {
    private static final Set<String> SAYING_WHERE =
            Set.of(MintmarkSettings.SOURCES, MintmarkSettings.GENERATORS, MintmarkSettings.DEFAULT_GENERATORS);

    private FinishedUnits() {}

    /**
     * Returns whether {@code bean} is a unit whose ids come from counters that neither it nor the application chose.
     */
    public static boolean countsByItself(Object bean) {
        if (!(bean instanceof SessionFactoryImplementor unit)) {
            return false;
        }
        Map<String, Object> settings = unit.getProperties();
        return SAYING_WHERE.stream().noneMatch(settings::containsKey) && drawsIds(unit);
    }

    private static boolean drawsIds(SessionFactoryImplementor unit) {
        AtomicBoolean found = new AtomicBoolean();
        unit.getRuntimeMetamodels().getMappingMetamodel().forEachEntityDescriptor(entity -> {
            if (entity.getGenerator() instanceof MintmarkIdGenerator) {
                found.set(true);
            }
        });
        return found.get();
    }
}
