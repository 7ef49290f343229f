package io.mintmark.storage.cutoff;

import io.mintmark.storage.Storage;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The way home of what a node took, without a thread: it looks when it is told to. Used by one thread. */
public final class SteppedHomecoming {
    private final HomecomingPass pass;

    /**
     * Brings what {@code journal} keeps home to {@code engine}.
     *
     * @param waiting returns once what it gets is settled, or throws if the process ends before
     * @param early whether an entry counts as home before the engine's answer, as a twin has it
     */
    public SteppedHomecoming(
            NodeJournal journal,
            Homecoming.Engine engine,
            InstantSource clock,
            Consumer<Pending<?>> waiting,
            boolean early) {
        pass = new HomecomingPass(journal, new Waited(engine, waiting, early), clock);
    }

    /** Looks once. */
    public void look() {
        pass.look();
    }

    /** An engine for whose answers somebody else waits. */
    private record Waited(Homecoming.Engine engine, Consumer<Pending<?>> waiting, boolean early)
            implements Homecoming.Engine {
        @Override
        public boolean isThere() {
            return engine.isThere();
        }

        @Override
        public Optional<Storage> database(String name) {
            return engine.database(name).map(storage -> new WaitedStorage(storage, waiting, early));
        }
    }

    private static final class WaitedStorage extends ForwardingStorage {
        private final Consumer<Pending<?>> waiting;
        private final boolean early;

        WaitedStorage(Storage storage, Consumer<Pending<?>> waiting, boolean early) {
            super(storage);
            this.waiting = waiting;
            this.early = early;
        }

        @Override
        @SuppressWarnings("unchecked") // what comes home is answered by a version for each
        public <T> Pending<T> submit(Write<T> write, Party party) {
            Pending<T> sent = super.submit(write, party);
            if (early && write instanceof DocumentBatch.Homecoming home) {
                List<Optional<String>> all = home.documents().stream()
                        .map(any -> Optional.<String>empty())
                        .toList();
                return (Pending<T>) Pending.done(all);
            }
            return new Waiting<>(sent, waiting);
        }
    }

    private record Waiting<T>(Pending<T> sent, Consumer<Pending<?>> waiting) implements Pending<T> {
        @Override
        public T await() {
            waiting.accept(sent);
            return sent.await();
        }

        @Override
        public void whenSettled(Runnable next) {
            sent.whenSettled(next);
        }
    }
}
