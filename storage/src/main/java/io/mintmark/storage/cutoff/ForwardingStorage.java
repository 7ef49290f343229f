package io.mintmark.storage.cutoff;

import io.mintmark.storage.Image;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.BatchScope;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.Optional;
import java.util.OptionalLong;

/** A storage that hands every verb on to another one. Safe for any number of threads, as that one is. */
abstract class ForwardingStorage implements Storage {
    private final Storage storage;

    ForwardingStorage(Storage storage) {
        this.storage = storage;
    }

    @Override
    public <T> Pending<T> submit(Write<T> write, Party party) {
        return storage.submit(write, party);
    }

    @Override
    public StorageReads reads() {
        return storage.reads();
    }

    @Override
    public NumberAnswer holderOf(CounterName counter, long number) {
        return storage.holderOf(counter, number);
    }

    @Override
    public String life() {
        return storage.life();
    }

    @Override
    public long ceiling() {
        return storage.ceiling();
    }

    @Override
    public BatchScope batchScope() {
        return storage.batchScope();
    }

    @Override
    public String databaseId() {
        return storage.databaseId();
    }

    @Override
    public WriteState writes(WriteKind kind) {
        return storage.writes(kind);
    }

    @Override
    public OptionalLong drawEtagAhead() {
        return storage.drawEtagAhead();
    }

    @Override
    public Optional<IndexStorage> indexes() {
        return storage.indexes();
    }

    @Override
    public boolean hasFailed() {
        return storage.hasFailed();
    }

    @Override
    public Image image(long logBytesMax) {
        return storage.image(logBytesMax);
    }

    @Override
    public boolean isBeingCopied() {
        return storage.isBeingCopied();
    }

    @Override
    public boolean isToStayOpen() {
        return storage.isToStayOpen();
    }

    @Override
    public boolean isOutlived() {
        return storage.isOutlived();
    }

    @Override
    public void close() {
        storage.close();
    }
}
