package io.mintmark.server.indexing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.document.KeyForm;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexNames;
import io.mintmark.indexes.definition.IndexPriority;
import io.mintmark.indexes.definition.NamedOutputs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One index of a database, as its list keeps it.
 *
 * @param number names its rows; drawn once, so that rows of an index that is gone mean no other
 * @param name its name
 * @param given its definition, as it was put
 * @param version what stands in the ids of its outputs, or null for nothing
 * @param phase where it is in its life
 * @param priority how much it does at once
 * @param sources the collections that it reads
 * @param paused whether it rests at all nodes until it is told to go on; never where one server has the store to itself
 * @param stopped why its work does not fit, and nobody goes on with it until somebody is told to; null if it goes on
 */
public record IndexEntry(
        long number,
        String name,
        ObjectNode given,
        @Nullable Long version,
        Phase phase,
        IndexPriority priority,
        List<String> sources,
        boolean paused,
        @Nullable String stopped) {
    /** Copies the names. */
    public IndexEntry {
        sources = List.copyOf(sources);
    }

    /** Where an index is in its life. */
    public enum Phase {
        /** It is the index of its name. */
        LIVE,
        /** It catches up beside the one of its name, which it replaces then. */
        REPLACING,
        /** Everything that it wrote is being removed; then it begins anew. */
        RESETTING,
        /** Everything that it wrote is being removed; then it is gone. */
        LEAVING
    }

    /** Returns the same index in another phase; one that begins anew, or leaves, has something else to do. */
    IndexEntry in(Phase next) {
        return new IndexEntry(
                number, name, given, version, next, priority, sources, paused, next == Phase.LIVE ? stopped : null);
    }

    /** Returns the same index with another priority. */
    IndexEntry with(IndexPriority other) {
        return new IndexEntry(number, name, given, version, phase, other, sources, paused, stopped);
    }

    /** Returns the same index, which rests or goes on, also if it was stopped. */
    IndexEntry paused(boolean rests) {
        return new IndexEntry(number, name, given, version, phase, priority, sources, rests, rests ? stopped : null);
    }

    /** Returns the same index, with which nobody goes on for that reason. */
    IndexEntry stopped(String why) {
        return new IndexEntry(number, name, given, version, phase, priority, sources, paused, why);
    }

    /** Returns whether nobody goes on with it. */
    boolean rests() {
        return paused || stopped != null;
    }

    /** Returns where its results go, called by its own version. */
    NamedOutputs outputs() {
        return new NamedOutputs(name, DefinitionReader.outputs(given).withVersion(version));
    }

    /** Returns what it computes, its outputs called by its own version. Reads its whole text. */
    IndexDefinition definition() {
        return DefinitionReader.read(given).withVersion(version);
    }

    /** Returns what it is called in reports. */
    String shownName() {
        return phase == Phase.REPLACING ? IndexNames.REPLACEMENT + name : name;
    }

    /** Returns what RavenDB calls its kind. */
    String type() {
        return given.path("Maps").path(0).asText("").contains("map(") ? "JavaScriptMapReduce" : "MapReduce";
    }

    /** Returns whether documents list its outputs, whose ids have no version. */
    boolean hasReferences() {
        return given.hasNonNull(DefinitionReader.PATTERN);
    }

    /** Returns whether it has that name; names compare without case. */
    boolean isCalled(String other) {
        return KeyForm.of(name).equals(KeyForm.of(other));
    }

    /** Returns whether its rows and outputs are to be removed. */
    public boolean isBeingCleared() {
        return phase == Phase.RESETTING || phase == Phase.LEAVING;
    }
}
