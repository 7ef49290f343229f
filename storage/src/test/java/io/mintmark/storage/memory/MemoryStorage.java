package io.mintmark.storage.memory;

import io.mintmark.storage.StorageReads;
import io.mintmark.storage.group.StorageWriter;
import io.mintmark.storage.group.WrittenStorage;

/** One database in memory: writes go to its writer, reads to what is committed. */
final class MemoryStorage extends WrittenStorage {
    private final MemoryTables tables;
    private final StorageWriter writer;
    private final MemoryReads reads;

    MemoryStorage(MemoryTables tables, StorageWriter writer) {
        super(writer);
        this.tables = tables;
        this.writer = writer;
        this.reads = new MemoryReads(tables);
        writer.start();
    }

    @Override
    public String databaseId() {
        return tables.home.databaseId();
    }

    @Override
    public String life() {
        return tables.home.life();
    }

    @Override
    public StorageReads reads() {
        return reads;
    }

    @Override
    public void close() {
        writer.close();
    }
}
