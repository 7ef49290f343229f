package io.mintmark.lab.cuts;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.proof.Cut;
import io.mintmark.lab.proof.Operation;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Counts what was done and what went wrong, and prints it. Counting is safe for any number of threads. */
final class Tally {
    private static final int CAUSE_CHARS = 60;
    private static final String LOG = "-wal";

    /** Kinds of operations in the order of their columns. */
    private static final List<Operation.Kind> OPERATIONS = List.of(
            Operation.Kind.OPEN,
            Operation.Kind.WRITE,
            Operation.Kind.SYNC,
            Operation.Kind.TRUNCATE,
            Operation.Kind.UNLINK,
            Operation.Kind.RENAME,
            Operation.Kind.CLOSE);

    /** Images by what became of unsynced bytes, faults and violations by their kinds. */
    private final Map<Enum<?>, Long> counts = new HashMap<>();

    private final Map<String, Map<Enum<?>, Long>> operations = new TreeMap<>();
    private final Map<String, Map<Enum<?>, Long>> struck = new TreeMap<>();

    /** How often it went wrong in the same way, but for numbers and places. */
    private final Map<String, Long> causes = new TreeMap<>();

    private long imagesAfterFaults;
    private long acknowledged;
    private long logsBegun;
    private long logsMade;

    private static void count(Map<Enum<?>, Long> counts, Enum<?> what) {
        long ignored = counts.merge(what, 1L, Long::sum);
    }

    private static void count(Map<String, Map<Enum<?>, Long>> table, String row, Enum<?> column) {
        count(table.computeIfAbsent(row, any -> new HashMap<>()), column);
    }

    synchronized void journalled(List<Operation> journal) {
        for (Operation operation : journal) {
            count(operations, operation.file(), operation.kind());
            if (beginsALog(operation)) {
                logsBegun++;
            } else if (operation.created() && operation.path().endsWith(LOG)) {
                logsMade++;
            }
        }
    }

    private static boolean beginsALog(Operation operation) {
        return operation.kind() == Operation.Kind.WRITE
                && operation.offset() == 0
                && operation.path().endsWith(LOG);
    }

    synchronized void acknowledged(History history) {
        acknowledged += history.acknowledged();
    }

    synchronized void image(Cut cut) {
        count(counts, cut);
    }

    synchronized void imageAfterFault() {
        imagesAfterFaults++;
    }

    synchronized void fault(Fault fault, Operation.Kind kind, String path) {
        count(counts, fault);
        count(struck, (kind + " of " + Operation.fileOf(path)).toLowerCase(Locale.ROOT), fault);
    }

    /** Counts what went wrong, and tells of the first of a sort where it was. */
    synchronized void violations(String where, List<Violation> found) {
        for (Violation violation : found) {
            count(counts, violation.kind());
            if (causes.merge(cause(where, violation), 1L, Long::sum) == 1) {
                Progress.say("VIOLATION %s: %s", where, violation);
            }
        }
    }

    private static String cause(String where, Violation violation) {
        String what = violation.toString().replaceAll("/\\S+", "…").replaceAll("[0-9]+", "N");
        return where.replaceAll(", (then the power )?(at )?operation [0-9]+", "")
                        .replaceAll("[0-9]+", "N")
                        .replaceAll(" at N,", ":")
                + " | " + what.substring(0, Math.min(CAUSE_CHARS, what.length()));
    }

    private synchronized long sum(Enum<?>... kinds) {
        return Stream.of(kinds).mapToLong(kind -> counts.getOrDefault(kind, 0L)).sum();
    }

    long images() {
        return sum(Cut.values());
    }

    long faults() {
        return sum(Fault.values());
    }

    boolean isClean() {
        return sum(Violation.Kind.values()) == 0;
    }

    void print() {
        print("Journalled", operations, OPERATIONS, Tally::lower);
        print("Failed in turn", struck, List.of(Fault.values()), Fault::title);
        MarkdownTable table = new MarkdownTable("What", "Result");
        Stream.of(Cut.values()).forEach(cut -> table.row("images, unsynced " + lower(cut), grouped(sum(cut))));
        table.row("images after a fault", grouped(imagesAfterFaults));
        Stream.of(Fault.values()).forEach(fault -> table.row("faults, " + fault.title(), grouped(sum(fault))));
        table.row("logs copied and begun anew", grouped(logsBegun - logsMade));
        table.row("acknowledgements asked for again", grouped(acknowledged));
        Stream.of(Violation.Kind.values()).forEach(kind -> table.row("violations, " + lower(kind), grouped(sum(kind))));
        long trials = images() + imagesAfterFaults + faults();
        if (isClean() && trials > 0) {
            table.row("95 % bound of violations a trial", Figures.text("%.1e", 3.0 / trials));
        }
        table.print();
        printCauses();
    }

    /** Prints how often each thing happened to each, if anything did. */
    private static <E extends Enum<E>> void print(
            String title, Map<String, Map<Enum<?>, Long>> rows, List<E> kinds, Function<E, String> titles) {
        Columns<Map.Entry<String, Map<Enum<?>, Long>>> columns =
                new Columns<Map.Entry<String, Map<Enum<?>, Long>>>().text(title, Map.Entry::getKey);
        for (E kind : kinds) {
            columns.text(titles.apply(kind), row -> grouped(row.getValue().getOrDefault(kind, 0L)));
        }
        if (!rows.isEmpty()) {
            columns.of(rows.entrySet()).print();
        }
    }

    private void printCauses() {
        if (!causes.isEmpty()) {
            new Columns<Map.Entry<String, Long>>()
                    .text("Violated after", cause -> cause.getKey().split(" \\| ", 2)[0])
                    .text("What", cause -> cause.getKey().split(" \\| ", 2)[1])
                    .text("Times", Map.Entry::getValue)
                    .of(causes.entrySet())
                    .print();
        }
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String grouped(long count) {
        return Figures.text("%,d", count);
    }
}
