package io.mintmark.storage;

/**
 * The store class: what <em>acknowledged</em> means in a store.
 *
 * @param level how much is promised
 * @param why which setting of the engine promises no more; empty where nothing is to be said
 */
public record StoreClass(Level level, String why) {
    /** An engine that syncs each commit on one machine. */
    public static final StoreClass DURABLE = new StoreClass(Level.DURABLE, "");

    /** A node whose engine is not there for it, and which goes on. */
    public static final StoreClass HERE =
            new StoreClass(Level.HERE, "the store is not there for this node, which keeps new documents until it is");

    /** How much is promised. */
    public enum Level {
        /** On stable storage of several machines. */
        QUORUM("quorum"),
        /** On stable storage of one machine. */
        DURABLE("durable"),
        /** On stable storage of the node that acknowledged it, until its engine is there. */
        HERE("on this machine"),
        /** A crash may lose it. */
        BEST_EFFORT("best effort");

        private final String text;

        Level(String text) {
            this.text = text;
        }

        /** Returns it as people read it. */
        public String text() {
            return text;
        }
    }
}
