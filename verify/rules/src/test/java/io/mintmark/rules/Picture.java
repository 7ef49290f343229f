package io.mintmark.rules;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of allowed arrows in {@code architecture.txt}, whose first lines say how it is written. */
final class Picture {
    private static final String RESOURCE = "/architecture.txt";
    private static final Pattern ARROWS = Pattern.compile("(\\S+)\\s+->(.*)");
    private static final Pattern NAMES = Pattern.compile("(\\w+)\\s+= (.*)");
    private static final String ROOT = ".";
    private static final String BELOW = "..";

    private final Map<String, List<String>> names = new HashMap<>();
    private final Map<String, Line> lines = new HashMap<>();
    private final Map<String, Set<String>> allowed = new HashMap<>();
    private String because = "";

    /** What one package may use, as it is written, and why nothing else. */
    private record Line(List<String> targets, String because) {}

    private Picture(String text) {
        text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(this::read);
        lines.forEach((name, line) -> line.targets.forEach(target -> requireKnown(name, target)));
    }

    static Picture read() {
        try (InputStream in = Objects.requireNonNull(Picture.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new Picture(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(String line) {
        Matcher arrows = ARROWS.matcher(line);
        Matcher named = NAMES.matcher(line);
        if (arrows.matches()) {
            lines.put(arrows.group(1), new Line(words(arrows.group(2)), because));
        } else if (named.matches()) {
            names.put(named.group(1), words(named.group(2)));
        } else {
            because = line;
        }
    }

    private static List<String> words(String text) {
        return Stream.of(text.strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private void requireKnown(String line, String target) {
        boolean isLine = lines.containsKey(target.replaceFirst("\\.\\.$", ""));
        if (!isLine && !names.containsKey(target)) {
            throw new IllegalStateException("in the line of " + line + " nobody knows " + target);
        }
    }

    /** Returns the condition that a class of the packages below {@code root} uses only what the table allows. */
    ArchCondition<JavaClass> under(String root) {
        return new ArchCondition<>("use only packages that architecture.txt allows") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String from = line(below(root, type));
                for (Dependency arrow : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = arrow.getTargetClass().getBaseComponentType();
                    if (!target.isPrimitive() && !isAllowed(from, root, target)) {
                        events.add(SimpleConditionEvent.violated(type, message(from, root, target, arrow)));
                    }
                }
            }
        };
    }

    private String message(String from, String root, JavaClass target, Dependency arrow) {
        String packages = below(root, target);
        String asked = packages == null ? library(target.getPackageName()) : line(packages);
        return "the line \"" + from + " ->\" of architecture.txt lacks \"" + asked + "\": " + arrow.getDescription()
                + "; " + lines.getOrDefault(from, new Line(List.of(), "it is not there")).because;
    }

    private boolean isAllowed(String from, String root, JavaClass target) {
        Line line = lines.get(from);
        String packages = below(root, target);
        if (packages == null) {
            String library = library(target.getPackageName());
            return library.isEmpty() || (line != null && line.targets.contains(library));
        }
        String to = line(packages);
        return line != null
                && (to.equals(from)
                        || allowed.computeIfAbsent(from, any -> packages(line)).contains(to));
    }

    /** Returns the lines of all packages that a line allows. */
    private Set<String> packages(Line line) {
        return line.targets.stream()
                .flatMap(target -> names.getOrDefault(target, List.of(target)).stream())
                .flatMap(target -> expanded(target).stream())
                .collect(Collectors.toSet());
    }

    private List<String> expanded(String target) {
        if (target.equals(ROOT) || !target.endsWith(BELOW)) {
            return List.of(target);
        }
        String top = target.substring(0, target.length() - BELOW.length());
        return lines.keySet().stream()
                .filter(name -> name.equals(top) || name.startsWith(top + "."))
                .toList();
    }

    /** Returns the package of a class without the root's name; null if it lies elsewhere. */
    private static @Nullable String below(String root, JavaClass type) {
        String name = type.getPackageName();
        return name.equals(root) ? ROOT : name.startsWith(root + ".") ? name.substring(root.length() + 1) : null;
    }

    /** Returns the line that a package belongs to: its own or the nearest above. */
    private String line(@Nullable String packages) {
        String name = packages == null ? "" : packages;
        while (!name.isEmpty() && !lines.containsKey(name)) {
            name = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        }
        return name.isEmpty() ? String.valueOf(packages) : name;
    }

    /** Returns the library that a package is of; empty for the JDK's rest, which is everybody's. */
    private String library(String packages) {
        return names.entrySet().stream()
                .filter(library -> library.getValue().stream()
                        .anyMatch(name -> packages.equals(name) || packages.startsWith(name + ".")))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(packages.startsWith("java.") || packages.startsWith("org.jspecify.") ? "" : packages);
    }
}
