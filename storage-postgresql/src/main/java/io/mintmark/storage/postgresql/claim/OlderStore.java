package io.mintmark.storage.postgresql.claim;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Refusals of a store that is an older copy of itself: it was put back, or lost what it had acknowledged. Stateless.
 */
final class OlderStore {
    /** What is to be done with it. */
    static final String REMEDY = " Numbers given out since would come again: stop all servers and run `mintmark raise"
            + " --store` with --all before they are used.";

    private OlderStore() {}

    /** Returns the refusal of a store of which a node found that it is older; {@code why} is what it found. */
    static StorageFailedException marked(String why) {
        return new StorageFailedException("The store is marked as an older copy. A node found this: " + why);
    }

    /** Returns the refusal of the store that a heartbeat showed, if it is older than what the node saw before. */
    static Optional<StorageFailedException> found(HeartbeatReply heard, ClaimStatus before) {
        String older = heard.older();
        if (older != null) {
            return Optional.of(marked(older));
        }
        if (heard.beats() <= before.beats()) {
            return Optional.of(ofBeats(heard.beats() - 1, "this node has seen " + before.beats() + " of its own"));
        }
        return foundBy(heard.age(), before);
    }

    /** Returns the refusal of a store of that age, if the node saw it older before. */
    private static Optional<StorageFailedException> foundBy(long age, ClaimStatus before) {
        return age < before.age()
                ? Optional.of(ofBeats(age, "this node has seen " + before.age() + " of all nodes"))
                : Optional.empty();
    }

    /**
     * Returns the refusal of a store of that age that knows nothing of a node's claim, if it is not that another node
     * has the tag.
     *
     * @param epoch of the last claim that was made in it
     */
    static Optional<StorageFailedException> foundWithoutClaim(long age, long epoch, ClaimStatus before) {
        long made = before.claim().epoch();
        return epoch < made
                ? Optional.of(new StorageFailedException("The store is an older copy: it knows of " + epoch
                        + " claims, but this node has made claim " + made + " in it." + REMEDY))
                : foundBy(age, before);
    }

    private static StorageFailedException ofBeats(long now, String once) {
        return new StorageFailedException(
                "The store is an older copy: it knows of " + now + " heartbeats, but " + once + "." + REMEDY);
    }

    /**
     * Refuses a store that is marked as an older copy.
     *
     * @throws StorageFailedException if it is
     */
    static void refuse(Connection connection) throws SQLException {
        Optional<String> why = Statements.row(
                connection, row -> row.getString(1), "SELECT older FROM cluster WHERE one = 1 AND older IS NOT NULL");
        if (why.isPresent()) {
            throw marked(why.get());
        }
    }
}
