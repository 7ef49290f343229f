package io.mintmark.storage.postgresql.sql;

import java.time.Duration;

/** What a node knows of the way to its engine. Safe for any number of threads. */
public interface EngineWatch {
    /** An engine that is always there, and near. */
    EngineWatch NEAR = new EngineWatch() {
        @Override
        public boolean isGone() {
            return false;
        }

        @Override
        public Duration roundTrip() {
            return Duration.ZERO;
        }
    };

    /** Returns whether it takes no writes of this node now. */
    boolean isGone();

    /** Returns how long a round trip to it takes at least. */
    Duration roundTrip();
}
