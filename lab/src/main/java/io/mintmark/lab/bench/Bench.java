package io.mintmark.lab.bench;

import java.util.List;

/** What {@code lab/bench} starts: prints the tables asked for as Markdown, with the conditions around them. */
final class Bench {
    private static final List<String> TABLES =
            List.of("contended", "refill", "ids", "uuid", "permutation", "time", "jmh");
    private static final String USAGE = "usage: lab/bench all|" + String.join("|", TABLES) + " [--quick]";

    private Bench() {}

    public static void main(String... args) throws Exception {
        List<String> words = List.of(args);
        Effort effort = words.contains("--quick") ? Effort.QUICK : Effort.FULL;
        List<String> tables =
                words.stream().filter(word -> !word.equals("--quick")).toList();
        if (tables.size() != 1 || !(tables.get(0).equals("all") || TABLES.contains(tables.get(0)))) {
            System.err.println(USAGE);
            System.exit(2);
        }
        String table = tables.get(0);
        boolean all = table.equals("all");

        System.out.println("# Generators beside their peers\n");
        Conditions.printBefore(effort);
        if (all || table.equals("contended")) {
            ContendedReport.print(effort);
        }
        if (all || table.equals("refill")) {
            RefillReport.print(effort);
        }
        if (all || table.equals("ids")) {
            DocumentIdReport.print(effort);
        }
        if (all || table.equals("uuid")) {
            UuidReport.print(effort);
        }
        if (all || table.equals("permutation")) {
            PermutationReport.print(effort);
        }
        if (all || table.equals("jmh")) {
            JmhReport.print(effort);
        }
        if (all || table.equals("time")) {
            TimeReport.print(effort);
        }
        Conditions.printAfter();
    }
}
