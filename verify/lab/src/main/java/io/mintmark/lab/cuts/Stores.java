package io.mintmark.lab.cuts;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.sqlite.JournalFile;
import io.mintmark.storage.sqlite.LyingDriver;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * How what is examined is opened.
 *
 * @param engine a data directory
 * @param journal the journal of a node, in its directory
 */
record Stores(Function<SqliteSettings, StorageEngine> engine, Function<Path, Journal> journal) {
    /** As it is shipped. */
    static final Stores SHIPPED = new Stores(SqliteEngine::open, Stores::journal);

    /** An engine that leaves syncs out. */
    static final Stores LYING_ENGINE = new Stores(LyingDriver::open, Stores::journal);

    /** A journal that leaves syncs out. */
    static final Stores LYING_JOURNAL = new Stores(SqliteEngine::open, LyingDriver::openJournal);

    private static Journal journal(Path directory) {
        return JournalFile.open(directory, Limits.DEFAULT, Long.MAX_VALUE);
    }
}
