package io.mintmark.lab.hostile;

import io.mintmark.lab.hostile.HostileCase.Needs;
import io.mintmark.lab.script.Macros;
import io.mintmark.lab.script.Table;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** All hostile cases, in the order in which they are run: those of the resource {@code cases.txt}. */
public final class Catalogue {
    private static final String NEEDS = "needs ";
    private static final List<HostileCase> ALL =
            Table.entries("/io/mintmark/lab/hostile/cases.txt", new Macros()).stream()
                    .map(Catalogue::read)
                    .toList();

    private Catalogue() {}

    private static HostileCase read(Table.Entry entry) {
        List<String> lines = List.copyOf(entry.section().lines());
        Needs needs = lines.stream()
                .filter(line -> line.startsWith(NEEDS))
                .map(line -> Needs.valueOf(line.substring(NEEDS.length()).toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElse(Needs.NOTHING);
        List<String> requests =
                lines.stream().filter(line -> !line.startsWith(NEEDS)).toList();
        return new HostileCase(
                entry.name(),
                entry.text(),
                needs,
                first ->
                        RequestPlan.of(requests, entry.macros(), entry.values()).prepare(first));
    }

    public static List<HostileCase> all() {
        return ALL;
    }

    /**
     * Returns the first case of each run: a server that does not refuse it, or a run that does not see it, is no proof.
     */
    public static HostileCase control() {
        return ALL.get(0);
    }

    /** Returns the cases in whose names {@code pattern} is found. */
    public static List<HostileCase> named(Pattern pattern) {
        return ALL.stream().filter(each -> pattern.matcher(each.name()).find()).toList();
    }
}
