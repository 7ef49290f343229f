package io.mintmark.lab.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of texts that is a resource. Its lines are:
 *
 * <ul>
 *   <li>{@code [section]} and a remark: begins a section, or goes on with one;
 *   <li>{@code as section}: begins with what that one has;
 *   <li>{@code name = text}: defines what {@code ⟦name⟧} stands for, for the section, or for all before the first
 *   section;
 *   <li>{@code name: text}: an entry;
 *   <li>two spaces and a text: a value of the entry above, or a definition for this entry alone;
 *   <li>any other: a line of the section. Those that begin with {@code #} are left out.
 * </ul>
 */
public final class Table {
    private static final Pattern SECTION = Pattern.compile("\\[(\\w+)\\].*");
    private static final Pattern AS = Pattern.compile("as (\\w+)");
    private static final Pattern DEFINITION = Pattern.compile("([\\w-]+) = (.*)");
    private static final Pattern ENTRY = Pattern.compile("([^:=\\[/⟦]+): (.*)");
    private static final String VALUE = "  ";

    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Section global;
    private Section section;

    /** What entries have in common. */
    public record Section(String name, Macros macros, List<String> lines) {}

    /** An entry with what is defined for it. */
    public record Entry(Section section, String name, String text, Macros macros, List<String> values) {}

    private Table(Macros known) {
        global = new Section("", known, new ArrayList<>());
        section = global;
    }

    /** Returns the entries of a resource; {@code known} are names that it may use and does not define. */
    public static List<Entry> entries(String resource, Macros known) {
        Table table = new Table(known);
        try (InputStream in = Objects.requireNonNull(Table.class.getResourceAsStream(resource), resource)) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .forEach(table::take);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table.entries;
    }

    private void take(String line) {
        Matcher begun = SECTION.matcher(line);
        Matcher as = AS.matcher(line);
        Matcher definition = DEFINITION.matcher(line.strip());
        Matcher entry = ENTRY.matcher(line);
        boolean isOfEntry = line.startsWith(VALUE);
        Entry last = entries.isEmpty() ? null : entries.get(entries.size() - 1);
        if (isOfEntry && last != null && !definition.matches()) {
            last.values.add(line.substring(VALUE.length()));
        } else if (definition.matches()) {
            Macros macros = isOfEntry && last != null ? last.macros : section.macros;
            macros.define(definition.group(1), definition.group(2));
        } else if (begun.matches()) {
            section = sections.computeIfAbsent(
                    begun.group(1), name -> new Section(name, global.macros.copy(), new ArrayList<>()));
        } else if (as.matches()) {
            Section other = Objects.requireNonNull(sections.get(as.group(1)), line);
            other.macros.addTo(section.macros);
            section.lines.addAll(other.lines);
        } else if (entry.matches()) {
            entries.add(new Entry(section, entry.group(1), entry.group(2), section.macros.copy(), new ArrayList<>()));
        } else {
            section.lines.add(line);
        }
    }
}
