package io.mintmark.storage.bucket;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.engine.EngineProvider;
import io.mintmark.storage.engine.NodeSettings;
import io.mintmark.storage.engine.StoreAddress;
import io.mintmark.storage.engine.StoreMaintenance;
import java.time.InstantSource;

/** An engine that the server knows by a line in its tests' resources alone. */
public final class BucketProvider implements EngineProvider {
    @Override
    public String scheme() {
        return "buckets:";
    }

    @Override
    public String example() {
        return "buckets:memory";
    }

    @Override
    public StorageEngine open(StoreAddress store, NodeSettings node) {
        return BucketDatabase.engine(BucketMistake.NONE);
    }

    @Override
    public StoreMaintenance maintenance(StoreAddress store, InstantSource clock) {
        return new StoreMaintenance() {};
    }
}
