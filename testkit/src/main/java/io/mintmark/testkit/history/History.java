package io.mintmark.testkit.history;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What was recorded, to be read as often as is wanted; only operations that are not complete are in memory.
 *
 * <p>Immutable, and safe for use by several threads.
 */
public final class History {
    private final BlockStore blocks;
    private final boolean mayBeTorn;

    History(BlockStore blocks, boolean mayBeTorn) {
        this.blocks = blocks;
        this.mayBeTorn = mayBeTorn;
    }

    /**
     * Returns the history of a file, read once to see that it is whole.
     *
     * @throws HistoryException if the file is torn or damaged, naming the byte, or of another version
     * @throws UncheckedIOException if it cannot be read
     */
    public static History read(Path file) {
        History history = new History(FileBlocks.open(file), false);
        history.replay(event -> {});
        return history;
    }

    /**
     * Returns the part of a history before the place where its file is torn, as the death of the recording program
     * leaves it; the whole one if it is not. What was open there has an unknown outcome.
     *
     * @throws HistoryException if the file is of another version or another kind
     * @throws UncheckedIOException if it cannot be read
     */
    public static History readTorn(Path file) {
        return new History(FileBlocks.open(file), true);
    }

    /** Shows invocations and completions in the order in which they were told; returns whether all could be read. */
    public boolean replay(Consumer<Event> reader) {
        return readAll(reader).isWhole();
    }

    /**
     * Shows each operation once: complete ones in the order of their completions, then those that are not; returns
     * whether all could be read.
     */
    public boolean forEachOperation(Consumer<Operation> reader) {
        EntryReader entries = readAll(event -> {
            if (event instanceof Event.Ended ended) {
                reader.accept(ended.operation());
            }
        });
        entries.open().forEach(reader);
        return entries.isWhole();
    }

    private EntryReader readAll(Consumer<Event> reader) {
        EntryReader entries = new EntryReader(reader);
        try {
            blocks.forEach(entries::read);
            if (!entries.isWhole()) {
                throw new HistoryException("a history must have an end: the recording of " + blocks
                        + " was cut off; History.readTorn judges what there is");
            }
        } catch (HistoryException e) {
            if (!mayBeTorn) {
                throw e;
            }
        }
        return entries;
    }
}
