package io.mintmark.server.backup;

import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The databases of one backup in the order in which they are read: page by page of their list, then those that a
 * catalog lists beyond it. Used by one thread at a time.
 */
final class DatabasesToCopy {
    private static final int PAGE = 1_000;
    private static final int CATALOGS_MAX = 10;

    private final BackupSource source;
    private final Map<Long, Manifest.Database> copied = new HashMap<>();
    private final Deque<DatabaseEntry> next = new ArrayDeque<>();
    private Slice rest = Slice.ALL;
    private int catalogs;

    DatabasesToCopy(BackupSource source) {
        this.source = source;
    }

    boolean hasNext() {
        if (next.isEmpty() && rest.limit() > 0) {
            List<DatabaseEntry> page = source.databases(rest.atMost(PAGE));
            next.addAll(page);
            rest = page.size() < PAGE
                    ? rest.atMost(0)
                    : rest.continuedAfter(page.get(page.size() - 1).name(), page.size());
        }
        return !next.isEmpty();
    }

    DatabaseEntry next() {
        return next.remove();
    }

    /** Remembers a database that is being read, by its line in the manifest. */
    void begun(Manifest.Database line) {
        copied.put(line.number(), line);
    }

    /** Forgets a database that was deleted while it was read. */
    void isGone(DatabaseEntry entry) {
        copied.remove(entry.number());
    }

    /** Counts a catalog that is about to be read; refuses one too many. */
    void requireFewerCatalogs() {
        if (++catalogs > CATALOGS_MAX) {
            throw new BackupException("Databases were created faster than they could be copied: try again.");
        }
    }

    /** Returns all that {@code catalog} lists; those that were not read yet come next. */
    List<DatabaseEntry> allOf(CatalogImage catalog) {
        List<DatabaseEntry> all = new ArrayList<>();
        List<DatabaseEntry> page;
        do {
            page = catalog.databases(all.isEmpty() ? 0 : all.get(all.size() - 1).number(), PAGE);
            all.addAll(page);
        } while (page.size() == PAGE);
        all.stream()
                .filter(each -> !copied.containsKey(each.number()))
                .map(each -> new DatabaseEntry(each.number(), each.name()))
                .forEach(next::add);
        return Collections.unmodifiableList(all);
    }

    /** Returns the lines of those in {@code all} that were read, in the same order. */
    List<Manifest.Database> copied(List<DatabaseEntry> all) {
        List<Manifest.Database> lines = new ArrayList<>();
        for (DatabaseEntry each : all) {
            Manifest.Database line = copied.get(each.number());
            if (line != null) {
                lines.add(line);
            }
        }
        return lines;
    }
}
