package io.mintmark.server.indexing;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.definition.ScriptAsker;
import io.mintmark.indexes.definition.ScriptHost;
import io.mintmark.indexes.definition.ScriptPermits;
import io.mintmark.internal.Ticker;
import io.mintmark.server.databases.DatabaseFollower;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.web.http.Overload;
import io.mintmark.web.http.Request;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the indexes of all databases have in common: the processes for scripts, turns at what is scarce, and a clock.
 * Thread-safe.
 */
public final class Indexes implements AutoCloseable {
    private final ScriptHost scripts;
    private final ScriptPermits turns = new ScriptPermits(Ticker.SYSTEM);
    private final IndexPermits permits = new IndexPermits(Runtime.getRuntime().maxMemory(), turns, Ticker.SYSTEM);
    private final InstantSource clock;

    /** Finds the engine for scripts on the class path or, if {@code javascript} is given, in that directory. */
    public Indexes(@Nullable Path javascript, InstantSource clock) {
        this.scripts = new ScriptHost(javascript);
        this.clock = clock;
    }

    /** Returns what follows a database whose separator is {@code separator} at each moment. */
    public DatabaseFollower follow(DatabaseEntry entry, Supplier<IdentityPartsSeparator> separator) {
        String database = entry.name();
        IndexPermits.OfDatabase own = permits.ofDatabase(database);
        return new DatabaseIndexes(database, new IndexPrograms(scripts, own.scripts()), own, separator, clock);
    }

    /** Returns what makes programs for a request of {@code database}, which does not wait long for its turn. */
    IndexPrograms programs(String database, Request request) {
        return new IndexPrograms(
                scripts, ScriptAsker.ofRequest(turns, database, request::hasLeft, Overload::refusal, Ticker.SYSTEM));
    }

    /** Ends the process for scripts; the databases are closed before. */
    @Override
    public void close() {
        scripts.close();
    }
}
