package io.mintmark.simulation.plan;

import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The account of a run: a digest of everything that happened, and the text of it if somebody reads along. Two runs of
 * equal digests did the same. Used by one thread.
 */
public final class Story {
    private static final long PRIME = 0x100000001b3L;

    private final Agenda agenda;
    private final @Nullable PrintStream out;
    private long digest = 0xcbf29ce484222325L;

    /** Tells it to {@code out}, or only digests it. */
    public Story(Agenda agenda, @Nullable PrintStream out) {
        this.agenda = agenda;
        this.out = out;
    }

    /** Takes note of an event; each {@code #} stands for the next number, each {@code @} for a node by its number. */
    public void tell(String what, long... numbers) {
        mix(agenda.now());
        mix(what.hashCode());
        for (long number : numbers) {
            mix(number);
        }
        if (out != null) {
            print(what, numbers);
        }
    }

    private void mix(long number) {
        digest = (digest ^ number) * PRIME;
        digest ^= digest >>> 29;
    }

    private void print(String what, long[] numbers) {
        StringBuilder line =
                new StringBuilder(String.format(Locale.ROOT, "%12.6f s  ", (double) agenda.now() / Agenda.SECOND));
        int next = 0;
        for (int i = 0; i < what.length(); i++) {
            char letter = what.charAt(i);
            if (letter == '#') {
                line.append(numbers[next++]);
            } else if (letter == '@') {
                line.append((char) ('A' + numbers[next++]));
            } else {
                line.append(letter);
            }
        }
        out(line.toString());
    }

    private void out(String line) {
        if (out != null) {
            // The same bytes on every system.
            out.print(line + '\n');
        }
    }

    /** Returns the digest so far. */
    public long digest() {
        return digest;
    }
}
