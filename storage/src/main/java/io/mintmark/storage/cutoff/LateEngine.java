package io.mintmark.storage.cutoff;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.Topology;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An engine that may come later than its node. Until then it counts as cut off, and what only it can know is refused;
 * afterwards it answers all. Safe for any number of threads.
 */
abstract class LateEngine extends ForwardingEngine {
    private final long begun = Ticker.SYSTEM.nanos();

    private volatile @Nullable StorageEngine present;
    private volatile Runnable whenHeard = () -> {};
    private @Nullable String servedAt;
    private boolean closed;

    /** Lets the engine answer from now on. */
    synchronized void come(StorageEngine engine) {
        if (closed) {
            throw new StorageUnreachableException(
                    "This node is about to end.", new IllegalStateException("closed while the engine came"));
        }
        String url = servedAt;
        if (url != null) {
            engine.serve(url);
        }
        present = engine;
        engine.whenHeard(() -> whenHeard.run());
        whenHeard.run();
    }

    boolean hasCome() {
        return present != null;
    }

    @Override
    StorageEngine engine() {
        StorageEngine engine = present;
        if (engine == null) {
            throw AbsentStorage.refusal("");
        }
        return engine;
    }

    /** Another number than any that the engine tells, so that everything is read anew once it has come. */
    @Override
    public long foreignChanges() {
        return hasCome() ? super.foreignChanges() : -1;
    }

    @Override
    public void whenHeard(Runnable next) {
        whenHeard = next;
    }

    @Override
    public StoreClass storeClass() {
        return hasCome() ? super.storeClass() : StoreClass.HERE;
    }

    @Override
    public EngineState state() {
        return hasCome() ? super.state() : EngineState.UNREACHABLE;
    }

    @Override
    public boolean answers() {
        return hasCome() && super.answers();
    }

    @Override
    public Optional<Outage> outage() {
        return hasCome()
                ? super.outage()
                : Optional.of(new Outage(Outage.Kind.REFUSED, Duration.ofNanos(Ticker.SYSTEM.nanos() - begun)));
    }

    @Override
    public Topology topology() {
        return hasCome() ? super.topology() : Topology.ALONE;
    }

    @Override
    public Optional<Topology.Node> nodeOfOperation(long id) {
        return hasCome() ? super.nodeOfOperation(id) : Optional.empty();
    }

    @Override
    public synchronized void serve(String url) {
        servedAt = url;
        if (hasCome()) {
            super.serve(url);
        }
    }

    @Override
    public void leave() {
        if (hasCome()) {
            super.leave();
        }
    }

    @Override
    public long sizeBytes() {
        return hasCome() ? super.sizeBytes() : 0;
    }

    @Override
    public OptionalLong freeBytes() {
        return hasCome() ? super.freeBytes() : OptionalLong.empty();
    }

    @Override
    public Optional<Boolean> witnessWritten() {
        return hasCome() ? super.witnessWritten() : Optional.empty();
    }

    /** No engine comes any more. */
    synchronized void end() {
        closed = true;
    }

    @Override
    public void close() {
        end();
        if (hasCome()) {
            super.close();
        }
    }
}
