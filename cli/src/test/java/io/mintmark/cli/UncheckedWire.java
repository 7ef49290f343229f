package io.mintmark.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * A wire between servers and PostgreSQL on which their check of claims is lost: each statement that asks for the epoch of its
 * sender's claim is passed on as one that is content with any epoch. The real server is the broken twin so.
 */
final class UncheckedWire {
    /** What takes the place of a check has the same length, so that no message changes its own. */
    private static final Map<String, String> CHECKS =
            Map.of("AND epoch = $", "AND epoch >-$", "AND groups = $", "AND groups>=-$");

    private UncheckedWire() {}

    /** Returns one that passes on to the port of the engine. */
    static EngineWire to(int engine) throws IOException {
        return new EngineWire(engine, UncheckedWire::loseChecks);
    }

    private static void loseChecks(byte[] sent, int count) {
        for (Map.Entry<String, String> check : CHECKS.entrySet()) {
            lose(bytes(check.getKey()), bytes(check.getValue()), sent, count);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void lose(byte[] check, byte[] none, byte[] bytes, int count) {
        for (int at = 0; at + check.length <= count; at++) {
            if (Arrays.equals(bytes, at, at + check.length, check, 0, check.length)) {
                System.arraycopy(none, 0, bytes, at, check.length);
            }
        }
    }
}
