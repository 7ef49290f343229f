package io.mintmark.server.storage.contract;

import io.mintmark.server.storage.StorageEngine;
import io.mintmark.server.storage.memory.MemoryEngine;

/** The contract on rows in memory. */
class MemoryContractTest extends StorageContract implements LivesContract {
    private final MemoryEngine memory = new MemoryEngine();

    @Override
    protected StorageEngine start() {
        return memory;
    }
}
