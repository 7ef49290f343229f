package io.mintmark.server.indexes;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.server.databases.DatabaseFollower;
import io.mintmark.server.indexes.script.ScriptHost;
import io.mintmark.server.storage.DatabaseEntry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the indexes of all databases have in common: the process for scripts, and a clock. Thread-safe. */
public final class Indexes implements AutoCloseable {
    private final ScriptHost scripts;
    private final IndexPrograms programs;
    private final IndexPermits permits = new IndexPermits(Runtime.getRuntime().maxMemory());
    private final InstantSource clock;

    /** Finds the engine for scripts on the class path or, if {@code javascript} is given, in that directory. */
    public Indexes(@Nullable Path javascript, InstantSource clock) {
        this.scripts = new ScriptHost(javascript);
        this.programs = new IndexPrograms(scripts);
        this.clock = clock;
    }

    /** Returns what follows a database whose separator is {@code separator} at each moment. */
    public DatabaseFollower follow(DatabaseEntry entry, Supplier<IdentityPartsSeparator> separator) {
        return new DatabaseIndexes(entry.name(), programs, permits.ofDatabase(), separator, clock);
    }

    IndexPrograms programs() {
        return programs;
    }

    /** Ends the process for scripts; the databases are closed before. */
    @Override
    public void close() {
        scripts.close();
    }
}
