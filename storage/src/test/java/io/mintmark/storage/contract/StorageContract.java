package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.document.DocumentChange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All parts of the contract on one engine: a subclass says how that is started. */
@Timeout(120)
public abstract class StorageContract
        implements CountersContract,
                AheadContract,
                HoldersContract,
                IdentitiesContract,
                BatchesContract,
                DocumentsContract,
                IndexesContract {
    private static final String NAME = "shop";

    private final Ear ear = new Ear();
    private StorageEngine engine;
    private Storage storage;

    /** Hears changes once it was asked to. */
    private static final class Ear implements ChangeListener {
        private final List<DocumentChange> heard = new ArrayList<>();
        private boolean open;
        private boolean missed;

        @Override
        public synchronized boolean isListening() {
            return open;
        }

        @Override
        public synchronized void committed(List<DocumentChange> changes) {
            heard.addAll(changes);
        }

        @Override
        public synchronized void missed() {
            missed = true;
        }

        synchronized void open() {
            open = true;
        }

        synchronized List<DocumentChange> heard() {
            if (missed) {
                throw new AssertionError("some changes were not told, only: " + heard);
            }
            return List.copyOf(heard);
        }
    }

    /** Returns the engine over what it kept when it was closed before. */
    protected abstract StorageEngine start();

    @BeforeEach
    final void open() {
        engine = start();
        storage = engine.open(engine.database(NAME).orElseGet(() -> engine.create(NAME, new byte[] {'{', '}'})), ear);
    }

    @AfterEach
    final void close() {
        // Where the engine cannot be had, the test was skipped before there was one.
        if (engine != null) {
            storage.close();
            engine.close();
        }
    }

    @Override
    public Storage storage() {
        return storage;
    }

    @Override
    public void reopen() {
        close();
        open();
    }

    @Override
    public void recreate() {
        storage.close();
        engine.delete(NAME, StorageEngine.Removal.ERASE);
        engine.close();
        open();
    }

    @Test
    void shouldTakeBackOnlyTheVeryLifeThatItMade() {
        DatabaseEntry gone = engine.create("again", new byte[] {'{', '}'});
        assertThat(engine.takeBack(gone)).isTrue();
        assertThat(engine.database("again")).isEmpty();
        DatabaseEntry next = engine.create("again", new byte[] {'{', '}'});

        assertThat(engine.takeBack(gone)).as("it is not there any more").isTrue();

        assertThat(engine.database("again")).contains(next);
    }

    @Override
    public void listen() {
        ear.open();
    }

    @Override
    public List<DocumentChange> heard() {
        return ear.heard();
    }
}
