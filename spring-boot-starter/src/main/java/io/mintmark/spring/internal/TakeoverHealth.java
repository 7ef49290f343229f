package io.mintmark.spring.internal;

import io.mintmark.hibernate.TakeoverReport;
import io.mintmark.hibernate.UnitTenants;
import jakarta.persistence.EntityManagerFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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

    /** Returns the open units by the names of their beans. */
    private Map<String, EntityManagerFactory> units() {
        Map<String, EntityManagerFactory> units =
                new LinkedHashMap<>(beans.getBeansOfType(EntityManagerFactory.class, true, false));
        units.values().removeIf(unit -> !unit.isOpen());
        return units;
    }

    private static Map<String, TakeoverReport> reports(Map<String, EntityManagerFactory> units) {
        Map<String, TakeoverReport> reports = new LinkedHashMap<>();
        units.forEach((name, unit) -> reports.put(name, TakeoverReport.of(unit)));
        return reports;
    }

    @Override
    public boolean isUp() {
        return reports(units()).values().stream()
                .allMatch(report -> report.refused().isEmpty());
    }

    @Override
    public Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        Map<String, EntityManagerFactory> units = units();
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
