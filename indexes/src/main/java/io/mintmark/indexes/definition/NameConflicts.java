package io.mintmark.indexes.definition;

import io.mintmark.document.KeyForm;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.OutputIds;
import io.mintmark.indexes.rows.ReferencePattern;
import java.util.Collection;
import java.util.List;

/**
 * Checks that documents of indexes can be told apart by their collections and by their ids, which compare by key form.
 *
 * <p>An output is called by its collection and by numbers. So no other collection, and no pattern, may lead to such an
 * id. What a member of an output brings into an id, only {@link OutputDocuments#referenceOf} sees.
 */
public final class NameConflicts {
    private final String index;
    private final OutputDocuments outputs;

    private NameConflicts(IndexDefinition definition) {
        this.index = definition.name();
        this.outputs = definition.outputs();
    }

    /**
     * Checks an index that is to be put.
     *
     * @param others all indexes that have documents, those that it replaces and those that are being removed included
     * @throws InvalidIndexException if it may be confused with itself or with one of {@code others}
     */
    public static void requireNone(IndexDefinition added, Collection<NamedOutputs> others) {
        NameConflicts conflicts = new NameConflicts(added);
        conflicts.requireNoneWithItself();
        others.forEach(conflicts::requireNoneWith);
    }

    private void requireNoneWithItself() {
        ReferencePattern pattern = outputs.references();
        if (pattern == null) {
            return;
        }
        String collection = outputs.names().collection();
        require(
                !KeyForm.of(collection).equals(KeyForm.of(outputs.referencesCollection())),
                "would list its outputs in the collection '" + collection
                        + "', where they are themselves: name another " + DefinitionReader.REFERENCES_COLLECTION);
        require(
                !KeyForm.of(pattern.texts().get(0)).startsWith("raven/"),
                "has a pattern that begins with Raven/, but such ids are the server's own: choose another one");
        requireApart(pattern, index, outputs.names());
    }

    private void requireNoneWith(NamedOutputs other) {
        OutputIds ours = outputs.names();
        OutputIds theirs = other.outputs().names();
        require(
                !theirs.mayName(KeyForm.of(ours.collection())) && !ours.mayName(KeyForm.of(theirs.collection())),
                "cannot write to the collection '" + ours.collection() + "', because the index '" + other.name()
                        + "' writes to '" + theirs.collection()
                        + "', and ids of both would be the same: choose a name that is not the other one and numbers");
        ReferencePattern pattern = outputs.references();
        ReferencePattern otherPattern = other.outputs().references();
        if (pattern != null) {
            requireApart(pattern, other.name(), theirs);
        }
        if (otherPattern != null) {
            requireApart(otherPattern, other.name(), ours);
        }
        boolean isSame = KeyForm.of(index).equals(KeyForm.of(other.name()));
        if (pattern != null && otherPattern != null && !isSame) {
            require(
                    !keys(pattern).equals(keys(otherPattern)),
                    "has a pattern whose ids are those of the index '" + other.name() + "': choose another "
                            + DefinitionReader.PATTERN);
        }
    }

    private static List<String> keys(ReferencePattern pattern) {
        return pattern.texts().stream().map(KeyForm::of).toList();
    }

    /** Numbers in place of all members are the ids that come closest to those of outputs. */
    private void requireApart(ReferencePattern pattern, String other, OutputIds names) {
        require(
                !names.mayName(String.join("0", keys(pattern))),
                "and its pattern, or that of the index '" + other + "', could call a document as an output in '"
                        + names.collection() + "' is called: begin " + DefinitionReader.PATTERN
                        + " with something else");
    }

    private void require(boolean holds, String conflict) {
        if (!holds) {
            throw new InvalidIndexException("The index '" + index + "' " + conflict + ".");
        }
    }
}
