package io.mintmark.spring.internal;

import io.mintmark.hibernate.TakeoverReport;
import io.mintmark.hibernate.UnitTenants;
import jakarta.persistence.EntityManagerFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The ids that persistence units take over from Hibernate: health shows which are left to it, and is down while a
 * counter is refused because it stands below its ids, unless it is a tenant's. It also counts the states of tenants.
 */
public final class TakeoverHealth implements HealthPart {
    private final ConfigurableListableBeanFactory beans;

    /** Looks at units that are made when health is asked for, and makes none. */
    public TakeoverHealth(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Returns the open units by the names of their beans; makes none that is lazy. */
    static Map<String, EntityManagerFactory> units(ConfigurableListableBeanFactory beans) {
        Map<String, EntityManagerFactory> units = new LinkedHashMap<>();
        // Others than singletons are named, too: whether a factory's product is one only the factory would tell.
        for (String name : beans.getBeanNamesForType(EntityManagerFactory.class, true, false)) {
            if (beans.containsSingleton(name) && !beans.isCurrentlyInCreation(name)) {
                units.put(name, beans.getBean(name, EntityManagerFactory.class));
            }
        }
        units.values().removeIf(unit -> !unit.isOpen());
        return units;
    }

    private static Map<String, TakeoverReport> reports(Map<String, EntityManagerFactory> units) {
        Map<String, TakeoverReport> reports = new LinkedHashMap<>();
        units.forEach((name, unit) -> reports.put(name, TakeoverReport.of(unit)));
        return reports;
    }

    /** Where each tenant has a counter of its own, one that is refused must not end the service of the others. */
    @Override
    public boolean isUp() {
        return units(beans).values().stream()
                .filter(unit -> UnitTenants.of(unit).isEmpty())
                .allMatch(unit -> TakeoverReport.of(unit).refused().isEmpty());
    }

    @Override
    public Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        Map<String, EntityManagerFactory> units = units(beans);
        Map<String, TakeoverReport> reports = reports(units);
        put(details, "takeover.taken", reports, TakeoverReport::taken);
        put(details, "takeover.pending", reports, TakeoverReport::pending);
        put(details, "takeover.left", reports, TakeoverReport::left);
        put(details, "takeover.refused", reports, TakeoverReport::refused);
        List<UnitTenants> tenants = units.values().stream()
                .map(UnitTenants::of)
                .flatMap(Optional::stream)
                .toList();
        if (!tenants.isEmpty()) {
            details.put(
                    "tenants.open", tenants.stream().mapToInt(UnitTenants::open).sum());
        }
        return details;
    }

    /** Attributes of two units may have one name. */
    private static void put(
            Map<String, Object> details,
            String name,
            Map<String, TakeoverReport> reports,
            Function<TakeoverReport, Map<String, String>> part) {
        Map<String, String> all = new LinkedHashMap<>();
        reports.forEach((unit, report) -> part.apply(report)
                .forEach((attribute, text) ->
                        all.put(reports.size() == 1 ? attribute : attribute + " of " + unit, text)));
        if (!all.isEmpty()) {
            details.put(name, all);
        }
    }
}
