package io.mintmark.storage.engine;

import io.mintmark.MintmarkException;
import io.mintmark.storage.lifecycle.Checked;
import io.mintmark.storage.lifecycle.Findings;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.lifecycle.MoveTarget;
import io.mintmark.storage.lifecycle.Progress;
import java.util.Optional;

/**
 * What an operator does with one store by hand. Each verb throws a {@link MintmarkException} if the store cannot be
 * entered, or {@link NotOfferedException} if its engine has no such verb. Used by one thread.
 */
public interface StoreMaintenance {
    /**
     * Reads everything in a store that no server uses, and changes nothing of it.
     *
     * @param database the only one to check, or empty for all
     * @param findings hears each defect, and how far the check is
     * @return how much was read
     */
    default Checked check(Optional<String> database, Findings findings) {
        throw new NotOfferedException("check it");
    }

    /** Opens a store that its server left, and finishes what a crash cut off, as the next start would. */
    default StoppedStore openStopped() {
        throw new NotOfferedException("open it without a server");
    }

    /** Opens a store that was put back from a backup, and that no server uses. */
    default RestoredStore openRestored() {
        throw new NotOfferedException("raise its numbers");
    }

    /** Opens a store whose databases move elsewhere; no server uses it meanwhile. */
    default MoveSource openToMove() {
        throw new NotOfferedException("move its databases elsewhere");
    }

    /** Enters a store to which all of {@code source} moves; its servers may run. */
    default MoveTarget moveHere(MoveSource source, Progress progress) {
        throw new NotOfferedException("take databases in that move");
    }

    /**
     * Enters a store to see and change the access list that all of its nodes obey; they may run.
     *
     * @param begin whether the tables are made where no server did so yet, as the first start would
     */
    default VisitedAccess visitAccess(boolean begin) {
        throw new NotOfferedException("keep an access list in it");
    }

    /** Reads which nodes share the store; none is disturbed. */
    default StoreNodes nodes() {
        throw new NotOfferedException("be shared by nodes");
    }
}
