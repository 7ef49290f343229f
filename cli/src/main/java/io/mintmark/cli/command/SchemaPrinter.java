package io.mintmark.cli.command;

import io.mintmark.cli.terminal.AsciiJson;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.jdbc.schema.Repair;
import io.mintmark.jdbc.schema.SchemaReport;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A {@link SchemaReport} and its repairs: as lines while they happen, or as one document at the end. */
final class SchemaPrinter {
    private final PrintWriter out;
    private final boolean json;

    SchemaPrinter(PrintWriter out, boolean json) {
        this.out = out;
        this.json = json;
    }

    void report(SchemaReport report) {
        report.findings().forEach(finding -> line(finding.toString()));
        report.notJudged().forEach(one -> line(one.toString()));
    }

    void statements(Repair repair) {
        line("repair of " + repair + ":");
        repair.statements().forEach(sql -> line("  " + sql + ";"));
    }

    void outcome(String outcome) {
        line("  " + outcome);
    }

    /** Ends with a summary of the last look, or with the document. */
    void end(SchemaReport report, Map<Repair, String> outcomes) {
        if (json) {
            out.println(document(report, outcomes));
        } else {
            line(Plural.of(report.keys(), "numeric key", "numeric keys") + ": "
                    + Plural.of(report.findings().size(), "finding", "findings") + ", "
                    + report.notJudged().size() + " not judged");
        }
        out.flush();
    }

    private void line(String text) {
        if (!json) {
            out.println(OneLine.of(text));
            out.flush();
        }
    }

    private static String document(SchemaReport report, Map<Repair, String> outcomes) {
        List<Map<String, Object>> findings = new ArrayList<>();
        report.findings().forEach(finding -> findings.add(finding(finding)));
        List<Map<String, Object>> repairs = new ArrayList<>();
        outcomes.forEach((repair, outcome) -> repairs.add(repair(repair, outcome)));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("database", report.database());
        document.put("keys", report.keys());
        document.put("findings", findings);
        document.put(
                "notJudged",
                report.notJudged().stream().map(SchemaPrinter::notJudged).toList());
        document.put("repairs", repairs);
        return AsciiJson.written(document);
    }

    private static Map<String, Object> finding(SchemaReport.Finding finding) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("fault", finding.fault().code());
        line.put("severity", finding.fault().severity().name().toLowerCase(Locale.ROOT));
        line.put("object", finding.object());
        line.put("counter", finding.counter());
        line.put("seen", finding.seen());
        line.put("why", finding.fault().why());
        line.put("remedy", finding.remedy());
        return line;
    }

    private static Map<String, Object> notJudged(SchemaReport.NotJudged one) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("object", one.object());
        line.put("why", one.why());
        line.put("expected", one.expected());
        return line;
    }

    private static Map<String, Object> repair(Repair repair, String outcome) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("counter", repair.counter());
        line.put("statements", repair.statements());
        line.put("outcome", outcome);
        return line;
    }
}
