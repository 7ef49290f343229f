package io.mintmark.simulation.plan;

import java.util.List;

/** A rule that is broken on purpose, which the simulation must find. */
public enum Twin {
    /** Nothing is broken. */
    NONE(false, Shape.SQLITE),
    /** A copy that was put back is raised by too little. */
    RAISE_TOO_SMALL(true, Shape.SQLITE, Fault.ROLLBACK),
    /** A copy that was put back a second time is raised as it was the first time. */
    RAISED_AS_BEFORE(false, Shape.SQLITE, Fault.ROLLBACK),
    /** A database made again after a restore counts from 1. */
    MADE_ANEW_FROM_ONE(true, Shape.SQLITE, Fault.ROLLBACK, Fault.UNDONE_CREATION),
    /** Answers to requests are forgotten by the wall clock. */
    ANSWERS_BY_CLOCK(true, Shape.SQLITE, Fault.NODE_CLOCK, Fault.DUPLICATE, Fault.DELAY),
    /** The answer to a request is not remembered, so its repetition gets another one. */
    ANSWER_NOT_KEPT(true, Shape.POSTGRESQL),
    /** A return of a range of a dropped database is accepted by its successor. */
    FORMER_LIFE_RETURN(true, Shape.SQLITE, Fault.DROP_CREATE, Fault.DUPLICATE, Fault.DELAY),
    /** A database made anew begins below what a node that is cut off still gives out. */
    AHEAD_OF_FORMER_LIFE(true, Shape.POSTGRESQL, Fault.DROP_CREATE),
    /** A creation that failed is undone by name, and what others stored goes with it. */
    UNDONE_BY_NAME(true, Shape.POSTGRESQL, Fault.UNDONE_CREATION),
    /** Nobody notices that the engine was put back beneath running nodes. */
    OLDER_COPY_UNNOTICED(true, Shape.POSTGRESQL, Fault.ROLLBACK),
    /** A second server frees the lock of the first, and both write. */
    TWO_OWNERS(true, Shape.SQLITE, Fault.TWO_CLUSTERS),
    /** A node that comes back cuts numbers that it reserved ahead from their first one again. */
    CURSOR_TAKEN_FOR_DURABLE(false, Shape.POSTGRESQL, Fault.CRASH),
    /** Numbers are cut a second before their reservation is sent to the engine. */
    CUT_BEFORE_COMMIT(false, Shape.SQLITE, Fault.CRASH),
    /** A node gives numbers back that it goes on to cut. */
    GIVES_BACK_TOO_MUCH(false, Shape.SQLITE),
    /** A return is accepted whatever lease its token names. */
    SERIAL_NOT_COMPARED(false, Shape.SQLITE, Fault.DUPLICATE, Fault.DELAY),
    /** A group is committed although its claim ended. */
    FENCE_MISSING(false, Shape.POSTGRESQL, Fault.TWO_CLUSTERS),
    /** A commit whose answer was lost is looked up by reading, past the lock of the transaction under way. */
    UNKNOWN_BY_READING(false, Shape.POSTGRESQL, Fault.ONE_WAY),
    /** A return is accepted as RavenDB does it: where its end is the counter's. */
    RETURN_ACCEPTED_TWICE(false, Shape.SQLITE, Fault.DUPLICATE, Fault.DELAY),
    /** Clients are answered before the sync. */
    ANSWER_BEFORE_SYNC(false, Shape.SQLITE, Fault.CRASH, Fault.LOST_SYNC),
    /** A log whose last commit is in doubt is opened as it is. */
    DOUBT_NOT_RAISED(false, Shape.SQLITE, Fault.LOST_SYNC),
    /** A log whose last commit is in doubt raises counters and identities, and not the numbers of writes. */
    ETAGS_NOT_RAISED(false, Shape.SQLITE, Fault.LOST_SYNC),
    /** A group that met a full disk counts as committed. */
    FULL_DISK_IGNORED(false, Shape.SQLITE, Fault.FULL_DISK),
    /** A row is set without being compared. */
    SET_WITHOUT_COMPARE(false, Shape.ONE_ROW, Fault.SLOW),
    /** A write that meets a silent wire counts as done. */
    SILENCE_TAKEN_FOR_DONE(false, Shape.ONE_ROW, Fault.PARTITION),
    /** A row that is held for two seconds is set without being compared. */
    ROW_HELD_BY_TIME(false, Shape.ONE_ROW, Fault.PAUSE),
    /** A COMMIT that an engine for reads answers with a rollback counts as committed. */
    ROLLBACK_TAKEN_FOR_COMMIT(false, Shape.POSTGRESQL, Fault.READ_ONLY),
    /** Clients are answered when a sync has lasted for some time. */
    ANSWER_IN_A_SLOW_SYNC(false, Shape.SQLITE, Fault.SLOW, Fault.CRASH),
    /** Answers to requests are forgotten by the clock of the engine. */
    ANSWERS_BY_ENGINE_CLOCK(false, Shape.POSTGRESQL, Fault.ENGINE_CLOCK, Fault.DUPLICATE, Fault.DELAY),
    /** A document is changed by who knows an old version of it. */
    OLD_VERSION_ACCEPTED(false, Shape.SQLITE),
    /** The next page of a list begins after so many documents, instead of after the last one. */
    PAGE_BY_OFFSET(false, Shape.ONE_ROW),
    /** One number says how far the changes of all nodes were read. */
    CHANGES_BY_ONE_NUMBER(false, Shape.POSTGRESQL),
    /** A node that comes back hands out the slice of an older claim of its tag. */
    SLICE_OF_OLDER_EPOCH(false, Shape.POSTGRESQL, Fault.PARTITION, Fault.CRASH),
    /** A node begins its slice anew with each life of a database. */
    SLICE_BEGUN_ANEW(false, Shape.POSTGRESQL, Fault.DROP_CREATE),
    /** What a node takes while it is cut off is acknowledged before its journal is synced. */
    JOURNAL_NOT_SYNCED(false, Shape.POSTGRESQL, Fault.CRASH, Fault.PARTITION),
    /** What comes home is put where another document is. */
    HOMECOMING_OVERWRITES(false, Shape.POSTGRESQL, Fault.PARTITION, Fault.READ_ONLY),
    /** A node that is cut off draws etags which no claim after it knows to be drawn. */
    ETAGS_NOT_RESERVED(false, Shape.POSTGRESQL, Fault.PARTITION, Fault.CRASH),
    /** A document leaves the journal before the engine has answered that it is home. */
    HOME_BEFORE_ANSWER(false, Shape.POSTGRESQL, Fault.PARTITION, Fault.ONE_WAY, Fault.CRASH),
    /** Nobody remembers what came home before its journal forgets it, so it comes again after it was deleted. */
    BROUGHT_BACK(true, Shape.POSTGRESQL, Fault.PARTITION, Fault.ONE_WAY, Fault.CRASH),
    /** Each raise skips as many epochs as the one before it, so claims of two lines of a store have the same slices. */
    EPOCHS_SKIPPED_ALIKE(true, Shape.POSTGRESQL, Fault.ROLLBACK, Fault.PARTITION),
    /** A raise lifts the heartbeats of the cluster, and not those of each node. */
    BEATS_NOT_RAISED(true, Shape.POSTGRESQL, Fault.ROLLBACK);

    private final boolean known;
    private final Shape shape;
    private final List<Fault> faults;

    Twin(boolean known, Shape shape, Fault... faults) {
        this.known = known;
        this.shape = shape;
        this.faults = List.of(faults);
    }

    /** Returns the shape of engine in which it shows. */
    public Shape shape() {
        return shape;
    }

    /** Returns the faults that bring it to light; without the first one most of them hide. */
    public List<Fault> faults() {
        return faults;
    }

    /** Returns whether it is a defect of the track record, put back. */
    public boolean isOfTrackRecord() {
        return known;
    }
}
