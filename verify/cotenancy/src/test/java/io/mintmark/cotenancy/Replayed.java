package io.mintmark.cotenancy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A program that is replayed: one block after the other, behind one lock, as all of the replayed ones do it. */
final class Replayed implements LongSupplier {
    private final Place place;
    private final Replay replay;
    private Replay.Block block = new Replay.Block(1, 0);
    private long next = 1;

    Replayed(Place place, Replay replay) {
        this.place = place;
        this.replay = replay;
    }

    @Override
    public synchronized long getAsLong() {
        if (next > block.high()) {
            block = reserve();
            next = block.low();
        }
        return next++;
    }

    private Replay.Block reserve() {
        try (Connection connection = place.source().getConnection()) {
            Optional<Replay.Block> reserved = Optional.empty();
            while (reserved.isEmpty()) {
                reserved = replay.next(connection);
            }
            return reserved.get();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
