package io.mintmark.spring.internal;

import io.mintmark.hibernate.TakeoverReport;
import io.mintmark.hibernate.UnitTenants;
import jakarta.persistence.EntityManagerFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The ids that persistence units take over from Hibernate: health shows which are left to it, and is down while a
 * counter is refused because it stands below its ids. It also counts the states of tenants, and names none of them.
 */
public final class TakeoverHealth implements HealthPart {
    private final ListableBeanFactory beans;

    /** Looks at units that are made when health is asked for, and makes none. */
    public TakeoverHealth(ListableBeanFactory beans) {
        this.beans = beans;
    }

    private Stream<EntityManagerFactory> units() {
        return beans.getBeansOfType(EntityManagerFactory.class, true, false).values().stream()
                .filter(EntityManagerFactory::isOpen);
    }

    private Stream<TakeoverReport> reports() {
        return units().map(TakeoverReport::of);
    }

    @Override
    public boolean isUp() {
        return reports().allMatch(report -> report.refused().isEmpty());
    }

    @Override
    public Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        put(details, "takeover.taken", reports().map(TakeoverReport::taken));
        put(details, "takeover.pending", reports().map(TakeoverReport::pending));
        put(details, "takeover.left", reports().map(TakeoverReport::left));
        put(details, "takeover.refused", reports().map(TakeoverReport::refused));
        List<UnitTenants> tenants =
                units().map(UnitTenants::of).flatMap(Optional::stream).toList();
        if (!tenants.isEmpty()) {
            details.put(
                    "tenants.open", tenants.stream().mapToInt(UnitTenants::open).sum());
        }
        return details;
    }

    private static void put(Map<String, Object> details, String name, Stream<Map<String, String>> ofUnits) {
        Map<String, String> all = new LinkedHashMap<>();
        ofUnits.forEach(all::putAll);
        if (!all.isEmpty()) {
            details.put(name, all);
        }
    }
}
