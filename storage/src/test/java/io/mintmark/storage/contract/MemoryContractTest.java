package io.mintmark.storage.contract;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.memory.MemoryEngine;

/** The contract on rows in memory. */
class MemoryContractTest extends StorageContract implements LivesContract, LeasesContract, KeysContract {
    private final MemoryEngine memory = new MemoryEngine();

    @Override
    protected StorageEngine start() {
        return memory;
    }
}
