package io.mintmark.storage.cutoff;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.index.IndexReads;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.SharedIndexes;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Indexes of a database whose engine has not come yet: each use is refused. Safe for any number of threads. */
record AbsentIndexes(Supplier<StorageUnreachableException> refusal) implements IndexStorage {
    @Override
    public Optional<MintmarkException> absence() {
        return Optional.of(refusal.get());
    }

    @Override
    public IndexReads reads() {
        throw refusal.get();
    }

    @Override
    public void putList(byte[] list, Set<Long> indexes) {
        throw refusal.get();
    }

    @Override
    public IndexStore store(long index) {
        throw refusal.get();
    }

    @Override
    public Optional<SharedIndexes> shared() {
        throw refusal.get();
    }

    @Override
    public void forgetErrors(long index) {
        throw refusal.get();
    }
}
