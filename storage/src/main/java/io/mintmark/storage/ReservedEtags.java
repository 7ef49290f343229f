package io.mintmark.storage;

/**
 * What a node keeps on its own disk of the etags that it reserved for the time without its engine. Safe for any number
 * of threads.
 */
@FunctionalInterface
public interface ReservedEtags {
    /** Nothing is kept: what a claim reserved ends with it. */
    ReservedEtags NOT_KEPT = new ReservedEtags() {
        @Override
        public boolean keep(Block block) {
            return true;
        }

        @Override
        public boolean outliveClaims() {
            return false;
        }
    };

    /**
     * Etags of one database that the engine holds back for one tag, for good.
     *
     * @param database whose
     * @param life as {@link Storage#life} has it
     * @param databaseId as {@link Storage#databaseId} has it
     * @param after the next one that may be drawn is above it
     * @param end the last one
     */
    record Block(DatabaseEntry database, String life, String databaseId, long after, long end) {}

    /**
     * Keeps a block in the place of the one that was kept for the database before. The engine must hold it back
     * already, and the one before counts until this returns.
     *
     * @return whether it is on stable storage; if not, the one before is what counts
     */
    boolean keep(Block block);

    /** Returns whether a later process may draw what is kept, so that no claim gives it back. */
    default boolean outliveClaims() {
        return true;
    }
}
