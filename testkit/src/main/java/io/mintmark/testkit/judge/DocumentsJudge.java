package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.History;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Judges each document by the versions that its operations name and found, such as change vectors, in real time.
 *
 * <p>A write that names a version follows it directly, so that such writes make chains. What was read belongs to the
 * write that made its version. The judge looks for an order of all of it that agrees with real time: an operation that
 * was complete before another one began comes first. Without such an order an acknowledged write was lost, a write
 * went over another version than it named, or a read went back.
 *
 * <p>Versions must tell the writes of a document apart. Record all deletions, or a document that is absent counts as
 * lost. Absence is compared exactly where no deletion was recorded; otherwise only if no deletion can explain it. All
 * operations on documents are in memory. Immutable.
 */
public final class DocumentsJudge implements Judge {
    private static final DocumentsJudge ONLY = new DocumentsJudge();

    private DocumentsJudge() {}

    /** Returns the judge. */
    public static DocumentsJudge create() {
        return ONLY;
    }

    @Override
    public Verdict judge(History history) {
        Findings findings = new Findings();
        TreeMap<String, DocumentTrace> traces = DocumentTrace.all(history);
        long foreign = 0;
        for (DocumentTrace trace : traces.values()) {
            foreign += new DocumentOrder(trace, findings).judge();
        }
        findings.unseen(foreign, "versions that no recorded write made");
        unseen(findings, traces);
        findings.unseenSpellings("documents", traces.keySet());
        findings.unseenEnd(history.replay(event -> {}));
        long writes =
                traces.values().stream().mapToLong(each -> each.writes.size()).sum();
        long reads = traces.values().stream()
                .mapToLong(each -> each.reads.size() + each.absences.size())
                .sum();
        return findings.verdict(
                String.format(
                        Locale.ROOT,
                        "documents: %,d writes and %,d reads of %,d documents",
                        writes,
                        reads,
                        traces.size()),
                history);
    }

    private static void unseen(Findings findings, TreeMap<String, DocumentTrace> traces) {
        findings.unseen(
                traces.values().stream()
                        .mapToLong(each -> each.unknownWrites.size())
                        .sum(),
                "writes of unknown outcome, whose versions nobody knows");
        findings.unseen(
                traces.values().stream()
                        .mapToLong(each ->
                                each.deletions.size() - each.certainDeletions().size())
                        .sum(),
                "deletions of unknown outcome, which may explain an absence");
        findings.unseen(
                traces.values().stream().filter(DocumentTrace::isNeverReadBack).count(),
                "documents that nobody read after their last acknowledged write");
    }

    @Override
    public String toString() {
        return "DocumentsJudge";
    }
}
