package io.mintmark.lab.hostile.cases;

import io.mintmark.lab.hostile.cases.HostileCase.Needs;
import io.mintmark.lab.template.Macros;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code cases.txt}, whose first lines say how it is written. */
final class CaseFile {
    private static final Pattern SECTION = Pattern.compile("\\[(\\w+)\\].*");
    private static final Pattern WORD = Pattern.compile("(as|needs) (\\w+)");
    private static final Pattern DEFINITION = Pattern.compile("(\\w+) = (.*)");
    private static final Pattern CASE = Pattern.compile("([a-z0-9-]+): (.*)");
    private static final String VALUE = "  ";

    private final Macros global = new Macros();
    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final List<Draft> drafts = new ArrayList<>();
    private Kind kind = new Kind(global);

    /** What the cases of one kind have in common. */
    private static final class Kind {
        private final Macros macros;
        private final List<String> requests = new ArrayList<>();
        private Needs needs = Needs.NOTHING;

        Kind(Macros macros) {
            this.macros = macros;
        }
    }

    /** A case while its lines are read. */
    private record Draft(String name, String what, Kind kind, Macros macros, List<String> bodies) {
        HostileCase finished() {
            List<String> requests = List.copyOf(kind.requests);
            return new HostileCase(
                    name,
                    what,
                    kind.needs,
                    first -> RequestPlan.of(requests, macros, bodies).prepare(first));
        }
    }

    static List<HostileCase> read(String text) {
        CaseFile file = new CaseFile();
        text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(file::take);
        return file.drafts.stream().map(Draft::finished).toList();
    }

    private void take(String line) {
        if (line.startsWith(VALUE)) {
            value(drafts.get(drafts.size() - 1), line.substring(VALUE.length()));
            return;
        }
        Matcher section = SECTION.matcher(line);
        Matcher word = WORD.matcher(line);
        Matcher definition = DEFINITION.matcher(line);
        Matcher begun = CASE.matcher(line);
        if (section.matches()) {
            kind = kinds.computeIfAbsent(section.group(1), any -> new Kind(global.copy()));
        } else if (word.matches()) {
            word(word.group(1), word.group(2));
        } else if (definition.matches()) {
            kind.macros.define(definition.group(1), definition.group(2));
        } else if (begun.matches()) {
            drafts.add(new Draft(begun.group(1), begun.group(2), kind, kind.macros.copy(), new ArrayList<>()));
        } else {
            kind.requests.add(line);
        }
    }

    private static void value(Draft draft, String line) {
        Matcher definition = DEFINITION.matcher(line);
        if (definition.matches()) {
            draft.macros.define(definition.group(1), definition.group(2));
        } else {
            draft.bodies.add(line);
        }
    }

    private void word(String word, String name) {
        if (word.equals("needs")) {
            kind.needs = Needs.valueOf(name.toUpperCase(Locale.ROOT));
            return;
        }
        Kind other = Objects.requireNonNull(kinds.get(name), name);
        other.macros.addTo(kind.macros);
        kind.requests.addAll(other.requests);
    }
}
