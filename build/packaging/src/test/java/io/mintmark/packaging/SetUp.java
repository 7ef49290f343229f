package io.mintmark.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** How the unit, the image and the manifests start a server: its variables and its arguments. */
record SetUp(String where, Map<String, String> environment, List<String> arguments) {
    private static final Pattern EXEC_START = Pattern.compile("(?m)^ExecStart=/opt/mintmark/mintmark (.*)$");
    private static final Pattern VARIABLE = Pattern.compile("(?m)^(?:# )?(MINTMARK_[A-Z_]+)=(.*)$");
    private static final Pattern IN_IMAGE = Pattern.compile("(MINTMARK_[A-Z_]+)=(\\S+)");
    private static final Pattern CMD = Pattern.compile("(?m)(?:^|\\s)CMD \\[(.*)]$");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern EXPANDED = Pattern.compile("\\$\\(([A-Z_]+)\\)");
    private static final Pattern BLANK = Pattern.compile(" ");

    static List<SetUp> all() throws IOException {
        List<SetUp> all = new ArrayList<>();
        all.add(ofUnit());
        all.addAll(ofImage());
        all.addAll(ofCompose());
        for (String manifest : List.of("one-node.yaml", "several-nodes.yaml")) {
            all.addAll(ofManifest(Path.of("kubernetes", manifest)));
        }
        return all;
    }

    private static SetUp ofUnit() throws IOException {
        Matcher start = EXEC_START.matcher(Files.readString(Path.of("systemd", "mintmark.service")));
        if (!start.find()) {
            throw new AssertionError("the unit starts no mintmark");
        }
        return new SetUp(
                "unit",
                variables(VARIABLE, Files.readString(Path.of("systemd", "environment"))),
                List.of(BLANK.split(start.group(1), -1)));
    }

    private static List<SetUp> ofImage() throws IOException {
        String file = Files.readString(Path.of("docker", "Dockerfile"));
        Map<String, String> environment = variables(IN_IMAGE, file);
        List<SetUp> all = new ArrayList<>();
        CMD.matcher(file).results().forEach(command -> {
            List<String> words = WORD.matcher(command.group(1))
                    .results()
                    .map(word -> word.group(1))
                    .filter(word -> !word.equals("mintmark"))
                    .toList();
            all.add(new SetUp("image", environment, words));
        });
        return all;
    }

    private static List<SetUp> ofCompose() throws IOException {
        Object file = new Yaml().load(Files.readString(Path.of("docker", "compose.yaml")));
        List<SetUp> all = new ArrayList<>();
        for (Object service : map(map(file).get("services")).values()) {
            Map<String, String> environment = new HashMap<>();
            map(map(service).get("environment")).forEach((name, value) -> environment.put(name, String.valueOf(value)));
            all.add(new SetUp("compose", environment, words(map(service).get("command"))));
        }
        return all;
    }

    private static List<String> words(@Nullable Object list) {
        return list instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static Map<String, String> variables(Pattern pattern, String text) {
        Map<String, String> variables = new LinkedHashMap<>();
        pattern.matcher(text).results().forEach(found -> variables.put(found.group(1), found.group(2)));
        return variables;
    }

    private static List<SetUp> ofManifest(Path file) throws IOException {
        List<SetUp> all = new ArrayList<>();
        for (Object resource : new Yaml().loadAll(Files.readString(file))) {
            for (Map<String, Object> container : containers(resource)) {
                Map<String, String> environment = new HashMap<>();
                list(container, "env")
                        .forEach(each -> environment.put(
                                String.valueOf(each.get("name")), String.valueOf(each.getOrDefault("value", "x"))));
                all.add(new SetUp(file.toString(), environment, words(container.get("args"))));
            }
        }
        return all;
    }

    private static List<Map<String, Object>> containers(Object resource) {
        Map<String, Object> pod =
                map(map(map(map(resource).get("spec")).get("template")).get("spec"));
        return list(pod, "containers");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }

    private static List<Map<String, Object>> list(Map<String, Object> from, String name) {
        return from.get(name) instanceof List<?> items
                ? items.stream().map(SetUp::map).toList()
                : List.of();
    }

    /** Returns the variables of ours, as a process gets them. */
    Map<String, String> ours() {
        Map<String, String> ours = new HashMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith("MINTMARK_")) {
                ours.put(name, EXPANDED.matcher(value).replaceAll(found -> expanded(found.group(1))));
            }
        });
        return ours;
    }

    private String expanded(String name) {
        return Objects.requireNonNull(environment.get(name), where + " has no variable " + name);
    }

    String[] words() {
        return arguments.toArray(String[]::new);
    }
}
