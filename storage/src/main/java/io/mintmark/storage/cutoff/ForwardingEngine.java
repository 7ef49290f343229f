package io.mintmark.storage.cutoff;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.Topology;
import io.mintmark.support.SharedText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An engine that hands every verb on to another one. Safe for any number of threads, as that one is. */
abstract class ForwardingEngine implements StorageEngine {
    /** Returns the other one. */
    abstract StorageEngine engine();

    @Override
    public List<DatabaseEntry> databases(Slice slice) {
        return engine().databases(slice);
    }

    @Override
    public Optional<DatabaseEntry> database(String name) {
        return engine().database(name);
    }

    @Override
    public Optional<byte[]> record(DatabaseEntry entry) {
        return engine().record(entry);
    }

    @Override
    public DatabaseEntry create(String name, byte[] record) {
        return engine().create(name, record);
    }

    @Override
    public boolean delete(String name, Removal removal) {
        return engine().delete(name, removal);
    }

    @Override
    public boolean takeBack(DatabaseEntry entry) {
        return engine().takeBack(entry);
    }

    @Override
    public Optional<String> fileOf(DatabaseEntry entry) {
        return engine().fileOf(entry);
    }

    @Override
    public Storage open(DatabaseEntry entry, ChangeListener listener) {
        return engine().open(entry, listener);
    }

    @Override
    public void watch(DatabaseEntry entry, ChangeListener listener) {
        engine().watch(entry, listener);
    }

    @Override
    public Optional<Setting> setting(String name) {
        return engine().setting(name);
    }

    @Override
    public Setting putSetting(String name, byte[] value) {
        return engine().putSetting(name, value);
    }

    @Override
    public long foreignChanges() {
        return engine().foreignChanges();
    }

    @Override
    public void refresh() {
        engine().refresh();
    }

    @Override
    public void whenHeard(Runnable next) {
        engine().whenHeard(next);
    }

    @Override
    public long ceiling() {
        return engine().ceiling();
    }

    @Override
    public StoreClass storeClass() {
        return engine().storeClass();
    }

    @Override
    public String whyFenced() {
        return engine().whyFenced();
    }

    @Override
    public EngineState state() {
        return engine().state();
    }

    @Override
    public boolean listHasFailed() {
        return engine().listHasFailed();
    }

    @Override
    public boolean answers() {
        return engine().answers();
    }

    @Override
    public Optional<Outage> outage() {
        return engine().outage();
    }

    @Override
    public Topology topology() {
        return engine().topology();
    }

    @Override
    public Optional<NodeTag> claimedTag() {
        return engine().claimedTag();
    }

    @Override
    public Optional<String> storeId() {
        return engine().storeId();
    }

    @Override
    public Optional<SharedText> accessList() {
        return engine().accessList();
    }

    @Override
    public long operationsAfter() {
        return engine().operationsAfter();
    }

    @Override
    public Optional<Topology.Node> nodeOfOperation(long id) {
        return engine().nodeOfOperation(id);
    }

    @Override
    public void serve(String url) {
        engine().serve(url);
    }

    @Override
    public void leave() {
        engine().leave();
    }

    @Override
    public CatalogImage catalogImage(long logBytesMax) {
        return engine().catalogImage(logBytesMax);
    }

    @Override
    public long sizeBytes() {
        return engine().sizeBytes();
    }

    @Override
    public OptionalLong freeBytes() {
        return engine().freeBytes();
    }

    @Override
    public Optional<Boolean> witnessWritten() {
        return engine().witnessWritten();
    }

    @Override
    public void close() {
        engine().close();
    }
}
