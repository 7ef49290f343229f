package io.mintmark.simulation;

import io.mintmark.simulation.plan.Fault;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Twin;
import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lives through seeds, and tells one of them as a story; ends with 1 if a promise was broken. */
public final class Main {
    private static final int SHRINKING_RUNS = 300;

    private static final String HELP = """
            Lives through disasters in virtual time, each run decided by its seed.
              --seed N      tells the run of seed N as a story
              --seeds N     lives through N seeds, from --seed on or from any, on all processors
              --events N    events a run (200,000)     --clients N   (60)     --counters N   (40)
              --shape NAME  sqlite, postgresql or one-row; by default each third seed has one of them
              --twin NAME   breaks a rule; the run must find it
              --fault NAME  only these kinds of fault; may be repeated; NONE for none
              --until N     ends with event N
              --skip N      without incident N; may be repeated, as may the next two
              --idle N      client N does nothing   --nobody THING  does counters, returns, identities,
                            documents, creations, changes or walks
              --from-ms N   clients begin then      --rest-ms N     how long they rest between two things
              --no-shrink   looks for no smaller run that fails, too
              --costs       prints what an id costs against clients and counters, where nothing goes wrong
              --list        names shapes, faults and twins
            """;

    private Main() {}

    /** Runs the command. */
    public static void main(String[] given) {
        if (List.of(given).contains("--help") || given.length == 0) {
            System.out.print(HELP);
            return;
        }
        int status;
        try {
            status = run(new Arguments(given));
        } catch (IllegalArgumentException wrong) {
            System.err.println("simulate: " + wrong.getMessage());
            status = 2;
        }
        System.exit(status);
    }

    private static int run(Arguments arguments) {
        if (arguments.lists()) {
            list();
            return 0;
        }
        if (arguments.costs()) {
            Costs.table().forEach(System.out::println);
            return 0;
        }
        return arguments.tells() ? tell(arguments) : search(arguments);
    }

    private static void list() {
        System.out.println("shapes: " + List.of(Shape.values()));
        System.out.println("faults: " + List.of(Fault.values()));
        for (Twin twin : Twin.values()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %-10s %-30s %s%n",
                    twin,
                    twin.shape(),
                    twin.faults(),
                    twin.isOfTrackRecord() ? "of the track record" : "");
        }
    }

    private static int tell(Arguments arguments) {
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
        Outcome outcome = Run.of(arguments.settings(arguments.firstSeed()), out);
        out.print(Report.line(outcome) + "\n");
        out.flush();
        return outcome.violation().isPresent() ? 1 : 0;
    }

    private static int search(Arguments arguments) {
        long first = arguments.firstSeed();
        List<Settings> all = new ArrayList<>();
        for (int i = 0; i < arguments.seeds(); i++) {
            all.add(arguments.settings(first + i));
        }
        Search search = Search.of(all, Runtime.getRuntime().availableProcessors(), System.err);
        System.out.println(Report.sum(search.outcomes(), search.nanos()));
        for (Outcome broken : search.broken()) {
            System.out.println(Report.line(broken));
        }
        if (!search.broken().isEmpty() && arguments.shrinks()) {
            shrink(search.broken().get(0));
        }
        return search.broken().isEmpty() ? 0 : 1;
    }

    private static void shrink(Outcome broken) {
        Settings smallest = Shrinker.shrink(broken.settings(), SHRINKING_RUNS);
        System.out.println("Smaller: " + Report.line(Run.of(smallest, null)));
        System.out.println("Again: " + Report.command(smallest));
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
        Outcome ignored = Run.of(smallest, out);
        out.flush();
    }
}
