package io.mintmark.storage.cutoff;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.support.SharedText;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access list of a store as a node keeps it: what its engine says once that is there, and until then what it said
 * last. Safe for any number of threads.
 */
final class RecordedAccess implements SharedText {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedAccess.class);

    private final ClaimRecord record;
    private final String shown;
    private final State kept;
    private volatile @Nullable SharedText engine;
    private volatile Runnable whenHeard = () -> {};

    /** Begins with what is on record; {@code shown} says where the store is. */
    RecordedAccess(ClaimRecord record, String shown) {
        this.record = record;
        this.shown = shown;
        this.kept = record.access();
    }

    /** Goes by the engine's own from now on. */
    void follow(SharedText text) {
        engine = text;
        text.whenHeard(this::changed);
        changed();
    }

    private void changed() {
        State now = heard();
        try {
            if (now.version() != record.access().version()) {
                record.keepAccess(now);
            }
        } catch (MintmarkException e) {
            LOG.warn(
                    "The access list could not be kept in the journal: a start without the store would obey the former one. {}",
                    e.getMessage());
        }
        whenHeard.run();
    }

    /** One that is older than what was known would let those in who were removed since. */
    @Override
    public State heard() {
        SharedText present = engine;
        if (present == null) {
            return kept;
        }
        State now = present.heard();
        return now.version() < kept.version() ? kept : now;
    }

    @Override
    public void refresh() {
        present().refresh();
    }

    @Override
    public void whenHeard(Runnable next) {
        whenHeard = next;
    }

    @Override
    public State change(Function<State, String> change) {
        return present().change(change);
    }

    private SharedText present() {
        SharedText present = engine;
        if (present == null) {
            throw new StorageUnreachableException(
                    "The access list is in the store, which is not there for this node since it started: ask another"
                            + " node, or try again when it is.",
                    new IllegalStateException("the engine has not come yet"));
        }
        return present;
    }

    @Override
    public String shown() {
        return shown;
    }
}
