package io.mintmark.lab.cuts;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.proof.Cut;
import io.mintmark.lab.proof.Operation;
import io.mintmark.lab.report.MarkdownTable;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Counts what was done and what went wrong, and prints it. Counting is safe for any number of threads. */
final class Tally {
    private static final int CAUSE_CHARS = 60;
    private static final String LOG = "-wal";

    private final Map<Cut, Long> images = new EnumMap<>(Cut.class);
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private final Map<Violation.Kind, Long> violations = new EnumMap<>(Violation.Kind.class);
    private final Map<String, Map<Operation.Kind, Long>> operations = new TreeMap<>();
    private final Map<String, Map<Fault, Long>> struck = new TreeMap<>();
    private long imagesAfterFaults;
    private long acknowledged;
    private long logsBegun;
    private long logsMade;
    /** How often it went wrong in the same way, but for numbers and places. */
    private final Map<String, Long> causes = new TreeMap<>();

    synchronized void journalled(List<Operation> journal) {
        for (Operation operation : journal) {
            operations
                    .computeIfAbsent(operation.file(), any -> new EnumMap<>(Operation.Kind.class))
                    .merge(operation.kind(), 1L, Long::sum);
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
        images.merge(cut, 1L, Long::sum);
    }

    synchronized void imageAfterFault() {
        imagesAfterFaults++;
    }

    synchronized void fault(Fault fault, Operation.Kind kind, String path) {
        faults.merge(fault, 1L, Long::sum);
        struck.computeIfAbsent(kind + " of " + Operation.fileOf(path), any -> new EnumMap<>(Fault.class))
                .merge(fault, 1L, Long::sum);
    }

    /** Counts what went wrong, and tells of the first of a sort where it was. */
    synchronized void violations(String where, List<Violation> found) {
        for (Violation violation : found) {
            violations.merge(violation.kind(), 1L, Long::sum);
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

    synchronized long images() {
        return images.values().stream().mapToLong(Long::longValue).sum();
    }

    long imagesOfAllKinds() {
        return images() + imagesAfterFaults;
    }

    long faults() {
        return faults.values().stream().mapToLong(Long::longValue).sum();
    }

    synchronized boolean isClean() {
        return violations.isEmpty();
    }

    private long count(Violation.Kind kind) {
        return violations.getOrDefault(kind, 0L);
    }

    void print() {
        printOperations();
        printFaults();
        MarkdownTable table = new MarkdownTable("What", "Result");
        for (Cut cut : Cut.values()) {
            table.row("images, unsynced " + lower(cut), grouped(images.getOrDefault(cut, 0L)));
        }
        table.row("images after a fault", grouped(imagesAfterFaults));
        for (Fault fault : Fault.values()) {
            table.row("faults, " + fault.title(), grouped(faults.getOrDefault(fault, 0L)));
        }
        table.row("logs copied and begun anew", grouped(logsBegun - logsMade));
        table.row("acknowledgements asked for again", grouped(acknowledged));
        for (Violation.Kind kind : Violation.Kind.values()) {
            table.row("violations, " + lower(kind), grouped(count(kind)));
        }
        long trials = imagesOfAllKinds() + faults();
        if (isClean() && trials > 0) {
            table.row("95 % bound of violations a trial", String.format(Locale.ROOT, "%.1e", 3.0 / trials));
        }
        table.print();
        printCauses();
    }

    private void printCauses() {
        MarkdownTable table = new MarkdownTable("Violated after", "What", "Times");
        causes.forEach((cause, times) -> {
            String[] parts = cause.split(" \\| ", 2);
            table.row(parts[0], parts[1], times);
        });
        if (!causes.isEmpty()) {
            table.print();
        }
    }

    private void printOperations() {
        List<Operation.Kind> kinds = List.of(
                Operation.Kind.OPEN,
                Operation.Kind.WRITE,
                Operation.Kind.SYNC,
                Operation.Kind.TRUNCATE,
                Operation.Kind.UNLINK,
                Operation.Kind.RENAME,
                Operation.Kind.CLOSE);
        MarkdownTable table =
                new MarkdownTable(titles("Journalled", kinds.stream().map(Tally::lower)));
        operations.forEach((file, counts) ->
                table.row((Object[]) titles(file, kinds.stream().map(kind -> grouped(counts.getOrDefault(kind, 0L))))));
        table.print();
    }

    private static String[] titles(String first, Stream<String> rest) {
        return Stream.concat(Stream.of(first), rest).toArray(String[]::new);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void printFaults() {
        MarkdownTable table = new MarkdownTable(
                titles("Failed in turn", Stream.of(Fault.values()).map(Fault::title)));
        struck.forEach((what, counts) -> table.row((Object[]) titles(
                what.toLowerCase(Locale.ROOT),
                Stream.of(Fault.values()).map(fault -> String.valueOf(counts.getOrDefault(fault, 0L))))));
        if (!struck.isEmpty()) {
            table.print();
        }
    }

    private static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
