package io.mintmark.decimal;

import io.mintmark.internal.Printable;
import java.util.Map;

/**
 * The number of one launch of a system, the same in all its processes; immutable.
 *
 * @param id 1 to 99,999; 0 in tests
 */
public record Launch(int id) {
    /** The environment variable that carries it into a process. */
    public static final String VARIABLE = "MINTMARK_LAUNCH_ID";

    /** Checks the number; throws {@link LaunchRefusedException} naming it. */
    public Launch {
        if (id < 0 || id > DecimalId.LAUNCH_MAX) {
            throw new LaunchRefusedException("a launch id must be 1 to " + DecimalId.LAUNCH_MAX + ": " + id
                    + "; beyond that, begin a new column of ids");
        }
    }

    /** Returns a launch of a production system; refuses 0. */
    public static Launch of(int id) {
        if (id == 0) {
            throw new LaunchRefusedException(
                    "launch id 0 is for tests and must not make ids that are kept: draw one with"
                            + " mintmark launch next");
        }
        return new Launch(id);
    }

    /** Returns the launch of tests, 0; ids made under it are told by {@link DecimalId#isOfATest}. */
    public static Launch ofATest() {
        return new Launch(0);
    }

    /**
     * Returns the launch that {@value #VARIABLE} names in {@code environment}.
     *
     * @param environment usually {@code System.getenv()}
     * @throws LaunchRefusedException if the variable is missing or empty, or is not a number of 1 to 99,999 in plain
     *     digits
     */
    public static Launch fromEnvironment(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "");
        if (text.isEmpty()) {
            throw new LaunchRefusedException(
                    VARIABLE + " is not set: draw a launch id with mintmark launch next, once for"
                            + " the whole system, and give it to every process");
        }
        if (text.length() > 5 || !text.chars().allMatch(c -> c >= '0' && c <= '9') || text.charAt(0) == '0') {
            throw new LaunchRefusedException(VARIABLE + " must be 1 to " + DecimalId.LAUNCH_MAX + " in plain digits: '"
                    + Printable.brief(text) + "'; draw one with mintmark launch next");
        }
        return of(Integer.parseInt(text));
    }

    /** Returns whether it is the launch of tests. */
    public boolean isOfATest() {
        return id == 0;
    }
}
