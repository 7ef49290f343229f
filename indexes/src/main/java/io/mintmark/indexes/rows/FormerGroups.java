package io.mintmark.indexes.rows;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups in the first form of rows, whose numbers have four bytes each and whose trees branched by hashes. Nothing goes
 * on with them: they are read to remove their outputs.
 */
final class FormerGroups {
    private static final int BRANCHES = 16;

    private FormerGroups() {}

    /** Returns the slots of those groups that have an output. */
    static List<Integer> shown(DataInputStream in) throws IOException {
        List<Integer> shown = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            int slot = in.readInt();
            skipTexts(in, 3);
            if (in.readBoolean()) {
                shown.add(slot);
            }
            skipRoot(in);
        }
        return shown;
    }

    private static void skipRoot(DataInputStream in) throws IOException {
        int entries = in.readInt();
        for (int i = 0; i < entries; i++) {
            skipTexts(in, 1);
            in.skipNBytes(Integer.BYTES);
            skipTexts(in, 1);
        }
        for (int i = 0; entries < 0 && i < BRANCHES; i++) {
            in.skipNBytes(Integer.BYTES);
            skipTexts(in, 1);
        }
    }

    private static void skipTexts(DataInputStream in, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            in.skipNBytes(Math.max(0, in.readInt()));
        }
    }
}
