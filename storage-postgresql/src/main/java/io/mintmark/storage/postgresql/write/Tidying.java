package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Lane;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a lane forgets between two groups, a slice at a time. Used by the lane's writer only. */
interface Tidying {
    /** Rows that are forgotten at once. */
    int SLICE = 1_000;

    /** Returns what a lane of a database forgets. */
    static Tidying of(Lane lane, DatabaseRow database, DatabaseContext with, LaneState state) {
        long number = database.number();
        return lane == Lane.COUNTERS
                ? new InTurn(List.of(
                        new Forgetting(number, with, state),
                        new ForgottenCuts(number, with, state),
                        new ForgottenKeys(number, with, state),
                        new SampledGrowth(database, with.ticker())))
                : new ForgottenDeletions(number, with.ticker());
    }

    /** Returns whether a slice may be there that is old enough. */
    boolean isDue();

    /** Forgets the next slice; commits. */
    void forgetSome(Connection connection) throws SQLException;

    /** Takes note that it did not work: another node may be at it, and it can wait. */
    void failed();

    /** Several kinds, one after the other. */
    final class InTurn implements Tidying {
        private final List<Tidying> all;
        private @Nullable Tidying last;

        private InTurn(List<Tidying> all) {
            this.all = all;
        }

        @Override
        public boolean isDue() {
            return all.stream().anyMatch(Tidying::isDue);
        }

        @Override
        public void forgetSome(Connection connection) throws SQLException {
            for (Tidying each : all) {
                if (each.isDue()) {
                    last = each;
                    each.forgetSome(connection);
                }
            }
        }

        @Override
        public void failed() {
            Tidying tried = last;
            // Without one there was no connection to try it on.
            List<Tidying> failed = tried == null ? all : List.of(tried);
            failed.forEach(Tidying::failed);
            last = null;
        }
    }
}
