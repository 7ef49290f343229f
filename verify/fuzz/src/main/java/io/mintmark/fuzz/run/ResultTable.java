package io.mintmark.fuzz.run;

import java.util.List;
import java.util.Locale;

/** Writes outcomes as a table of Markdown, and each finding with the command that repeats it. */
final class ResultTable {
    private ResultTable() {}

    static String of(List<Outcome> outcomes) {
        StringBuilder table = new StringBuilder(
                        "| Target | Seconds | Runs | Runs/s | Edges | Features | Corpus | New | Findings |\n")
                .append("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        outcomes.forEach(each -> table.append(String.format(
                Locale.ROOT,
                "| %s | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %d |%n",
                each.search().target(),
                each.seconds(),
                each.runs(),
                each.rate(),
                each.edges(),
                each.features(),
                each.corpus(),
                each.added(),
                each.findings().size())));
        return table.toString();
    }

    /** Says how to repeat what was found, and where the log of a search lies that ended otherwise. */
    static String findings(Folders folders, List<Outcome> outcomes) {
        StringBuilder lines = new StringBuilder();
        for (Outcome each : outcomes) {
            String target = each.search().target();
            each.findings()
                    .forEach(file -> lines.append("finding: verify/fuzz/run --target ")
                            .append(target)
                            .append(" --replay ")
                            .append(file)
                            .append('\n'));
            if (!each.isClean()) {
                lines.append("log of ")
                        .append(target)
                        .append(" (exit code ")
                        .append(each.exitCode())
                        .append("): ");
                lines.append(folders.log(target)).append('\n');
            }
        }
        return lines.toString();
    }
}
