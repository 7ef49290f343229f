package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.History;
import io.mintmark.testkit.history.HistoryException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Judges the history in a file by {@link Judge#all}, and prints the verdict. */
public final class JudgeFile {
    private static final String TORN = "--torn";
    private static final int BROKEN = 1;
    private static final int UNREADABLE = 2;

    private JudgeFile() {}

    /**
     * Judges the file {@code args[0]}; after {@code --torn}, only what lies before the place where it is torn. The exit
     * code is 0 if nothing contradicts, 1 if something does, and 2 if there is no such history.
     */
    public static void main(String... args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        boolean isTorn = args.length == 2 && args[0].equals(TORN);
        if (args.length != 1 && !isTorn) {
            System.err.println("give one file with a history: JudgeFile [" + TORN + "] FILE");
            return UNREADABLE;
        }
        Path file = Path.of(args[args.length - 1]);
        try {
            Verdict verdict = Judge.all().judge(isTorn ? History.readTorn(file) : History.read(file));
            System.out.println(verdict);
            return verdict.holds() ? 0 : BROKEN;
        } catch (HistoryException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            return UNREADABLE;
        }
    }
}
