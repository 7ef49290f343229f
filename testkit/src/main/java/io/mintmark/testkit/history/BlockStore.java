package io.mintmark.testkit.history;

import java.util.function.Consumer;

/** Where the blocks of a history lie: whole entries each, read as often as is wanted. */
interface BlockStore {
    /** Keeps a block. */
    void append(byte[] block);

    /** Ends the writing. */
    void close();

    /** Shows all blocks in their order; throws {@link HistoryException} at one that is damaged. */
    void forEach(Consumer<byte[]> reader);
}
