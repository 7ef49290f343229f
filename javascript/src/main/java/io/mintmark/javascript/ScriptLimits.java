package io.mintmark.javascript;

import java.time.Duration;

/**
 * What scripts may use.
 *
 * @param heapMegabytes the heap of their process
 * @param item how long one document or group may take
 * @param load how long a program may take to be loaded, by a process that reads much of its engine first
 * @param batch how long all documents or groups of one call may take, since the programs of others wait meanwhile; one
 *     may always be done, and the last that was begun
 * @param deaths how many times the process may end within one batch before its program is stopped; three are needed to
 *     find the document that ends it
 */
public record ScriptLimits(int heapMegabytes, Duration item, Duration load, Duration batch, int deaths) {
    /** A quarter of a gigabyte, two seconds, five for a program, two for a batch, eight times. */
    public static final ScriptLimits DEFAULT =
            new ScriptLimits(256, Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(2), 8);

    /** Checks that a script can run at all. */
    public ScriptLimits {
        if (heapMegabytes < 64 || item.toMillis() < 1 || load.toMillis() < 1 || batch.toMillis() < 1 || deaths < 3) {
            throw new IllegalArgumentException(
                    "scripts need a heap of 64 MB, 1 ms for a document, 1 ms to be loaded, 1 ms for a batch and three tries:"
                            + " heapMegabytes=" + heapMegabytes + ", item=" + item + ", load=" + load + ", batch="
                            + batch
                            + ", deaths=" + deaths);
        }
    }
}
