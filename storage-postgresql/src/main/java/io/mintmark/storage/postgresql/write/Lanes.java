package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import io.mintmark.storage.postgresql.claim.Lane;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import java.util.List;
import java.util.OptionalLong;

/** Both lanes of this node in one database. */
public final class Lanes {
    private final PostgresGroupStore counters;
    private final PostgresGroupStore documents;
    private final NodeEtags etags;

    private Lanes(PostgresGroupStore counters, PostgresGroupStore documents, NodeEtags etags) {
        this.counters = counters;
        this.documents = documents;
        this.etags = etags;
    }

    /** Takes the node's rows of a database over, so that only this claim writes under its tag from now on. */
    public static Lanes takeOver(DatabaseRow database, DatabaseContext with) {
        TakeOver.Taken taken = new TakeOver(
                        database, with.claim(), with.beats(), with.source(), with.ticker(), with.reservedEtags())
                .run();
        NodeEtags etags = taken.etags();
        PostgresGroupStore counters =
                new PostgresGroupStore(Lane.COUNTERS, database, with, taken.counters(), new LaneEtags(etags));
        PostgresGroupStore documents =
                new PostgresGroupStore(Lane.DOCUMENTS, database, with, taken.documents(), new LaneEtags(etags));
        return new Lanes(counters, documents, etags);
    }

    /** Returns what counters and identities are written to. */
    public PostgresGroupStore counters() {
        return counters;
    }

    /** Returns what documents are written to. */
    public PostgresGroupStore documents() {
        return documents;
    }

    /** Returns how far each lane is for certain. Any thread may ask. */
    public List<WriterProgress> acknowledged() {
        return List.of(counters.acknowledged(), documents.acknowledged());
    }

    /** Draws an etag that no group has; empty if no reserved one is left. Any thread may ask. */
    public OptionalLong drawEtagAhead() {
        return etags.nextAhead();
    }

    /** Draws etags above {@code peersEtag} from now on. Any thread may call it. */
    public void liftEtags(long peersEtag) {
        etags.lift(peersEtag);
    }
}
