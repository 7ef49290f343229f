package io.mintmark.storage.contract;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.bucket.BucketDatabase;
import io.mintmark.storage.bucket.BucketMistake;

/** The contract on an engine without transactions, which reads rows that may be old. */
class BucketContractTest extends StorageContract implements LivesContract {
    private final StorageEngine memory = BucketDatabase.engine(BucketMistake.NONE);

    @Override
    protected StorageEngine start() {
        return memory;
    }
}
