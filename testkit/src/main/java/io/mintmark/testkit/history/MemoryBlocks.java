package io.mintmark.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Blocks in memory, written by one thread at a time and read after the end. */
final class MemoryBlocks implements BlockStore {
    private final List<byte[]> blocks = new ArrayList<>();

    @Override
    public void append(byte[] block) {
        blocks.add(block);
    }

    @Override
    public void close() {}

    @Override
    public void forEach(Consumer<byte[]> reader) {
        blocks.forEach(reader);
    }
}
