package io.mintmark.server.indexing;

import io.mintmark.document.KeyForm;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexNames;
import io.mintmark.indexes.definition.IndexPriority;
import io.mintmark.server.indexing.IndexEntry.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of a database, and what becomes of them: pure decisions, which whoever keeps the list stores as they are.
 *
 * <p>A definition that changes is computed beside the old one, and takes its place once it has caught up. Both write to
 * one collection for that while, as does an index that is put again while what the last one of its name wrote is still
 * being removed. So each definition that follows another has a version in the ids of its outputs, higher than any
 * before it. Immutable.
 *
 * @param entries all of them
 * @param numbers how many were ever made
 */
public record IndexList(List<IndexEntry> entries, long numbers) {
    /** No indexes. */
    public static final IndexList NONE = new IndexList(List.of(), 0);

    /** Copies the entries. */
    public IndexList {
        entries = List.copyOf(entries);
    }

    /** Returns the index of a name that is not leaving. */
    public Optional<IndexEntry> find(String name) {
        Optional<String> replaced = IndexNames.replacedBy(name);
        if (replaced.isPresent()) {
            return find(replaced.get(), Phase.REPLACING);
        }
        return find(name, Phase.LIVE).or(() -> find(name, Phase.RESETTING)).or(() -> find(name, Phase.REPLACING));
    }

    private Optional<IndexEntry> find(String name, Phase phase) {
        return entries.stream()
                .filter(entry -> entry.phase() == phase && entry.isCalled(name))
                .findFirst();
    }

    private Optional<IndexEntry> newest(String name) {
        return find(name, Phase.REPLACING).or(() -> find(name));
    }

    /** Returns whether the list stays as it is when that definition is put. */
    public boolean has(IndexDefinition definition) {
        return newest(definition.name())
                .filter(entry -> entry.given().equals(definition.given()) && entry.priority() == definition.priority())
                .isPresent();
    }

    /**
     * Returns the list after a definition was put: unchanged if the index of its name, or what is to replace it, has it
     * already.
     */
    public IndexList put(IndexDefinition definition, List<String> sources) {
        String name = definition.name();
        Optional<IndexEntry> replacing = find(name, Phase.REPLACING);
        Optional<IndexEntry> newest = newest(name);
        if (newest.isPresent() && newest.get().given().equals(definition.given())) {
            return newest.get().priority() == definition.priority()
                    ? this
                    : change(entry -> entry.equals(newest.get()) ? entry.with(definition.priority()) : entry);
        }
        Optional<IndexEntry> live = find(name);
        if (live.isPresent() && live.get().given().equals(definition.given())) {
            // Somebody thought better of it: what was to replace the index goes.
            return change(entry -> entry.equals(live.get())
                    ? entry.with(definition.priority())
                    : entry.equals(replacing.orElse(null)) ? entry.in(Phase.LEAVING) : entry);
        }
        IndexList without = change(entry -> entry.equals(replacing.orElse(null)) ? entry.in(Phase.LEAVING) : entry);
        boolean exists = live.isPresent() && !live.equals(replacing);
        // Documents that list outputs have the same ids whatever the version: two indexes would write them at a time.
        boolean replaces =
                exists && !(live.get().hasReferences() && definition.outputs().references() != null);
        if (exists && !replaces) {
            without = without.delete(name);
        }
        IndexEntry added = new IndexEntry(
                numbers + 1,
                name,
                definition.given(),
                version(definition),
                replaces ? Phase.REPLACING : Phase.LIVE,
                definition.priority(),
                sources,
                false,
                null);
        List<IndexEntry> entries = new ArrayList<>(without.entries);
        entries.add(added);
        return new IndexList(entries, numbers + 1);
    }

    private @Nullable Long version(IndexDefinition definition) {
        Long given = definition.outputs().names().version();
        String collection = KeyForm.of(definition.outputs().names().collection());
        boolean isShared = entries.stream()
                .anyMatch(entry -> entry.outputs().outputs().names().isOf(collection));
        if (!isShared) {
            return given;
        }
        long highest = entries.stream()
                .map(IndexEntry::version)
                .filter(Objects::nonNull)
                .mapToLong(version -> version)
                .max()
                .orElse(0);
        return Math.max(highest + 1, given == null ? 0 : given);
    }

    /** Returns the list after an index has caught up: if it was to replace another one, it does. */
    public IndexList caughtUp(long number) {
        Optional<IndexEntry> replacing = entries.stream()
                .filter(entry -> entry.number() == number && entry.phase() == Phase.REPLACING)
                .findFirst();
        return replacing.isEmpty()
                ? this
                : change(entry -> {
                    if (entry.number() == number) {
                        return entry.in(Phase.LIVE);
                    }
                    boolean replaced = entry.isCalled(replacing.get().name()) && entry.phase() != Phase.REPLACING;
                    return replaced ? entry.in(Phase.LEAVING) : entry;
                });
    }

    /** Returns the list after everything that an index had written was removed. */
    public IndexList cleared(long number) {
        List<IndexEntry> left = entries.stream()
                .filter(entry -> entry.number() != number || entry.phase() != Phase.LEAVING)
                .map(entry ->
                        entry.number() == number && entry.phase() == Phase.RESETTING ? entry.in(Phase.LIVE) : entry)
                .toList();
        return new IndexList(left, numbers);
    }

    /** Returns the list after an index was to begin anew. */
    public IndexList reset(String name) {
        return change(entry -> entry.isCalled(name) && entry.phase() == Phase.LIVE ? entry.in(Phase.RESETTING) : entry);
    }

    /** Returns the list after an index, and what was to replace it, were deleted. */
    public IndexList delete(String name) {
        return change(entry -> isMeant(entry, name) ? entry.in(Phase.LEAVING) : entry);
    }

    /** Returns the list after indexes of a name got a priority. */
    public IndexList prioritise(String name, IndexPriority priority) {
        return change(entry -> isMeant(entry, name) ? entry.with(priority) : entry);
    }

    /** Returns the list after some indexes were told to rest, or to go on. */
    public IndexList pause(Set<Long> which, boolean rest) {
        return change(entry -> {
            boolean isMeant = which.contains(entry.number());
            return isMeant && (rest ? !entry.paused() : entry.rests()) ? entry.paused(rest) : entry;
        });
    }

    /** Returns the list after the work of an index was found not to fit. */
    public IndexList stop(long number, String why) {
        return change(entry -> entry.number() == number && !entry.isBeingCleared() ? entry.stopped(why) : entry);
    }

    /** Returns whether an index must wait until another one that leaves has removed what it listed outputs in. */
    public boolean mustWait(IndexEntry entry) {
        return entry.hasReferences()
                && !entry.isBeingCleared()
                && entries.stream().anyMatch(other -> other.phase() == Phase.LEAVING && other.hasReferences());
    }

    /** Returns the index of a number, if it is still there. */
    public Optional<IndexEntry> find(long number) {
        return entries.stream().filter(entry -> entry.number() == number).findFirst();
    }

    /** A name means an index and what is to replace it, unless it means the latter alone. */
    private static boolean isMeant(IndexEntry entry, String name) {
        return IndexNames.replacedBy(name)
                .map(replaced -> entry.phase() == Phase.REPLACING && entry.isCalled(replaced))
                .orElseGet(() -> entry.isCalled(name));
    }

    private IndexList change(UnaryOperator<IndexEntry> change) {
        return new IndexList(entries.stream().map(change).toList(), numbers);
    }
}
