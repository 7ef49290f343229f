package io.mintmark.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Writes the table of {@link FrozenLowerCase} from any mapping of code points to small letters.
 *
 * <p>{@link #main} prints it from the JDK that runs it. Only a JDK of Unicode 13, such as 17, gives the table that data
 * directories rely on:
 *
 * <pre>{@code
 * java -cp core/target/classes:core/target/test-classes io.mintmark.document.FrozenLowerCaseTable
 * }</pre>
 */
final class FrozenLowerCaseTable {
    private static final int LINE_CHARS_MAX = 108;
    private static final int FIRST_NON_ASCII = 0x80;

    /** A letter can follow its neighbour directly, or after the small letter between them. */
    private static final int STEP_MAX = 2;

    private FrozenLowerCaseTable() {}

    public static void main(String[] arguments) {
        System.out.print(write(Character::toLowerCase));
    }

    /** Returns the table of {@code mapping}, in lines of at most {@value #LINE_CHARS_MAX} characters. */
    static String write(IntUnaryOperator mapping) {
        StringBuilder table = new StringBuilder();
        int lineChars = 0;
        for (String run : runs(mapping)) {
            if (lineChars + 1 + run.length() > LINE_CHARS_MAX) {
                table.append('\n');
                lineChars = 0;
            } else if (lineChars > 0) {
                table.append(' ');
                lineChars++;
            }
            table.append(run);
            lineChars += run.length();
        }
        return table.append('\n').toString();
    }

    private static List<String> runs(IntUnaryOperator mapping) {
        List<String> runs = new ArrayList<>();
        int first = nextCapital(mapping, FIRST_NON_ASCII);
        while (first <= Character.MAX_CODE_POINT) {
            int delta = mapping.applyAsInt(first) - first;
            int step = nextCapital(mapping, first + 1) - first;
            int last = first;
            if (step <= STEP_MAX) {
                while (nextCapital(mapping, last + 1) == last + step
                        && mapping.applyAsInt(last + step) == last + step + delta) {
                    last += step;
                }
            }
            runs.add("%04X-%04X/%d%+d".formatted(first, last, last == first ? 1 : step, delta));
            first = nextCapital(mapping, last + 1);
        }
        return runs;
    }

    /** Returns the first code point from {@code from} on that has another small letter, or one past all of them. */
    private static int nextCapital(IntUnaryOperator mapping, int from) {
        int codePoint = from;
        while (codePoint <= Character.MAX_CODE_POINT && mapping.applyAsInt(codePoint) == codePoint) {
            codePoint++;
        }
        return codePoint;
    }
}
