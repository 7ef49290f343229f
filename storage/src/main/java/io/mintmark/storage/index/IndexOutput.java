package io.mintmark.storage.index;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import java.util.List;

/**
 * A document that a commit of an index stores or deletes; one that the index did not write is left alone.
 *
 * @param id its id
 * @param collection the collection of such documents, which is the index's alone: one in another collection is not its
 *     own
 * @param command stores or deletes it
 * @param subjects what an error names if it cannot be stored, such as keys of groups; none for a deletion, since then
 *     nothing is missing
 */
public record IndexOutput(DocumentId id, String collection, DocumentCommand command, List<String> subjects) {
    /** Copies the subjects. */
    public IndexOutput {
        subjects = List.copyOf(subjects);
    }

    /** Returns what stores a document. */
    public static IndexOutput storing(DocumentId id, String collection, byte[] body, List<String> subjects) {
        DocumentCommand put = new DocumentCommand.Put(
                new IdTemplate.Semantic(id),
                Expectation.ANYTHING,
                new DocumentContent(collection, body, ArtificialMetadata.of(collection)));
        return new IndexOutput(id, collection, put, subjects);
    }

    /** Returns what deletes a document. */
    public static IndexOutput deleting(DocumentId id, String collection) {
        return new IndexOutput(id, collection, new DocumentCommand.Delete(id, Expectation.ANYTHING), List.of());
    }
}
