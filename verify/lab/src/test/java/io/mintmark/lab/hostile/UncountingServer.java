package io.mintmark.lab.hostile;

import io.mintmark.cli.Mintmark;
import java.util.ArrayList;
import java.util.List;

/**
 * A broken server: it holds most of the heap before it starts, and its limits do not count that. So they allow requests
 * to hold memory that is not there.
 */
final class UncountingServer {
    private static final int PIECE = 1 << 20;

    private static final List<byte[]> HELD = new ArrayList<>();

    private UncountingServer() {}

    /** Runs {@code mintmark} as {@code args} say, in the quarter of the heap that is left. */
    public static void main(String[] args) {
        long held = Runtime.getRuntime().maxMemory() / 4 * 3;
        while ((long) HELD.size() * PIECE < held) {
            HELD.add(new byte[PIECE]);
        }
        Mintmark.main(args);
    }
}
