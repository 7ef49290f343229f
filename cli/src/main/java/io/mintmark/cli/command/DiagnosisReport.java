package io.mintmark.cli.command;

import io.mintmark.cli.terminal.AsciiJson;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.UnreadCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@link Diagnosis} as lines for people, and as one document for scripts. */
final class DiagnosisReport {
    private DiagnosisReport() {}

    static List<String> lines(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        diagnosis.counters().forEach((found, verdicts) -> {
            lines.add(OneLine.of(line(found)));
            verdicts.forEach(verdict -> lines.add("  " + OneLine.of(verdict.line())));
        });
        diagnosis.unread().forEach(one -> lines.add(OneLine.of(one + ": not judged: " + one.why())));
        if (lines.isEmpty()) {
            lines.add("no counters found");
        }
        diagnosis.notJudged().forEach(program -> lines.add(OneLine.of(program.line())));
        return lines;
    }

    private static String line(FoundCounter found) {
        return found.description().access().kind() + " " + found.description().name()
                + (found.value().isPresent() ? ", at " + found.value().getAsLong() : "")
                + (found.increment().isPresent()
                        ? ", increment " + found.increment().getAsLong()
                        : "")
                + ": " + found.note();
    }

    static String json(Diagnosis diagnosis) {
        List<Map<String, Object>> counters = new ArrayList<>();
        diagnosis.counters().forEach((found, verdicts) -> counters.add(counter(found, verdicts)));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("counters", counters);
        document.put(
                "unread",
                diagnosis.unread().stream().map(DiagnosisReport::unread).toList());
        document.put("notJudged", diagnosis.notJudged());
        return AsciiJson.written(document);
    }

    private static Map<String, Object> unread(UnreadCounter one) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("kind", one.kind());
        line.put("object", one.object().toString());
        line.put("text", one.why());
        return line;
    }

    private static Map<String, Object> counter(FoundCounter found, List<Verdict> verdicts) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("name", found.description().name());
        one.put("kind", found.description().access().kind());
        one.put("object", found.description().access().name().toString());
        found.value().ifPresent(value -> one.put("value", value));
        found.increment().ifPresent(value -> one.put("increment", value));
        one.put("note", found.note());
        one.put("verdicts", verdicts);
        return one;
    }
}
