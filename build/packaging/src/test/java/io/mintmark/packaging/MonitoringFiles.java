package io.mintmark.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.Yaml;

/** The alert rules and the dashboard, as they stand in the folder. */
final class MonitoringFiles {
    private static final Path ALERTS = Path.of("prometheus", "mintmark-alerts.yml");
    private static final Path DASHBOARD = Path.of("grafana", "mintmark.json");

    private MonitoringFiles() {}

    /** Returns every alert rule. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> alerts() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(ALERTS));
        List<Map<String, Object>> rules = new ArrayList<>();
        for (Map<String, Object> group : (List<Map<String, Object>>) Objects.requireNonNull(file.get("groups"))) {
            rules.addAll((List<Map<String, Object>>) Objects.requireNonNull(group.get("rules")));
        }
        return rules;
    }

    /** Returns the name of every alert rule. */
    static List<String> alertNames() throws IOException {
        return alerts().stream()
                .map(alert -> String.valueOf(alert.get("alert")))
                .toList();
    }

    static JsonNode dashboard() throws IOException {
        return new ObjectMapper().readTree(DASHBOARD.toFile());
    }

    /** Returns every expression of the alert rules and the dashboard. */
    static List<String> expressions() throws IOException {
        List<String> expressions = new ArrayList<>();
        alerts().forEach(alert -> expressions.add(String.valueOf(alert.get("expr"))));
        for (JsonNode panel : dashboard().path("panels")) {
            panel.path("targets")
                    .forEach(target -> expressions.add(target.path("expr").asText()));
        }
        return expressions;
    }
}
