package io.mintmark.storage.cutoff;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.document.ChangeVectors;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges which documents a node takes that is cut off: those under ids that nobody else can make. A batch is taken as a
 * whole or refused as a whole. Safe for any number of threads.
 *
 * <p>Such an id is one that this node makes of a reserved etag, or at random; or one that a client made, of a number
 * that this very claim gave it and this node's tag, or as a UUID of version 4 or 7. What cannot be proved is refused.
 * Whether a document of such an id is there already, because its maker stored it before, is the engine's to say.
 */
final class Creations {
    /** What a client makes of a number behind the separator: no zero ahead, so that one number is one id. */
    private static final Pattern HILO = Pattern.compile("(.+?)([1-9][0-9]{0,15})-([A-Za-z]+)");

    private static final Pattern UUID_ENDING =
            Pattern.compile("(?:.*[^0-9a-f])?[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    private final NodeTag node;
    private final String databaseId;
    private final Supplier<OptionalLong> etags;
    private final OwnedNumbers numbers;
    private final RandomBytes random;

    /** Judges for a node; {@code etags} draws from those that are reserved. */
    Creations(NodeTag node, String databaseId, Supplier<OptionalLong> etags, OwnedNumbers numbers, RandomBytes random) {
        this.node = node;
        this.databaseId = databaseId;
        this.etags = etags;
        this.numbers = numbers;
        this.random = random;
    }

    /**
     * Returns the documents that a batch creates. What refuses it does so before an etag is drawn: those that are
     * reserved must last for an outage, however often a client tries again.
     *
     * @param room refuses what the journal would not take
     * @throws StorageUnreachableException if it does anything else, or etags are used up
     */
    List<Journal.Creation> of(DocumentBatch batch, Instant now, Consumer<List<DocumentCommand.Put>> room) {
        Set<String> keys = new HashSet<>();
        List<DocumentCommand.Put> puts = batch.commands().stream()
                .map(command -> required(command, batch.separator(), keys))
                .toList();
        room.accept(puts);
        return puts.stream()
                .map(put -> new Journal.Creation(document(put, now), put.expectation() instanceof Expectation.Absent))
                .toList();
    }

    private DocumentCommand.Put required(DocumentCommand command, IdentityPartsSeparator separator, Set<String> keys) {
        if (!(command instanceof DocumentCommand.Put put)) {
            throw refusal("deletes a document");
        }
        if (put.expectation() instanceof Expectation.Version) {
            throw refusal("expects a version of a document");
        }
        if (put.id() instanceof IdTemplate.Identity identity) {
            throw refusal("asks for a number of the identity " + identity.name());
        }
        if (put.id() instanceof IdTemplate.ServerSide serverSide
                && CounterName.isShownBy(DocumentId.serverSide(serverSide.prefix(), 1, node))) {
            throw refusal("writes a HiLo document under " + serverSide.prefix());
        }
        if (put.id() instanceof IdTemplate.Semantic semantic && !isOwn(semantic.id(), separator)) {
            throw refusal("writes " + semantic.id() + ", which somebody else may write, too");
        }
        // Ids that are made here differ from these and from each other.
        if (put.id() instanceof IdTemplate.Semantic semantic
                && !keys.add(semantic.id().key())) {
            throw refusal("writes " + semantic.id() + " twice");
        }
        return put;
    }

    private boolean isOwn(DocumentId id, IdentityPartsSeparator separator) {
        return !CounterName.isShownBy(id)
                && (UUID_ENDING.matcher(id.text()).matches() || isOfOwnNumber(id.text(), separator));
    }

    private boolean isOfOwnNumber(String id, IdentityPartsSeparator separator) {
        Matcher made = HILO.matcher(id);
        if (!made.matches() || !made.group(3).equals(node.text())) {
            return false;
        }
        String prefix = made.group(1);
        int end = prefix.length() - 1;
        String tag = prefix.charAt(end) == separator.value() ? prefix.substring(0, end) : "";
        return !tag.isBlank() && numbers.isOwned(CounterName.ofTag(tag), Long.parseLong(made.group(2)));
    }

    private StoredDocument document(DocumentCommand.Put put, Instant now) {
        long etag = etags.get()
                .orElseThrow(() -> new StorageUnreachableException(
                        "The engine behind the database is not there for this node, and the etags that it reserved for"
                                + " that time are used up, so nothing was done: ask another node, or try again in a moment.",
                        new IllegalStateException("no reserved etag is left")));
        String changeVector = ChangeVectors.format(node.text(), etag, databaseId);
        return new StoredDocument(id(put.id(), etag), put.content(), changeVector, etag, now);
    }

    private DocumentId id(IdTemplate template, long etag) {
        if (template instanceof IdTemplate.ServerSide serverSide) {
            return DocumentId.serverSide(serverSide.prefix(), etag, node);
        }
        if (template instanceof IdTemplate.Guid) {
            return DocumentId.guid(random.take(16));
        }
        return ((IdTemplate.Semantic) template).id();
    }

    private static StorageUnreachableException refusal(String what) {
        return new StorageUnreachableException(
                "The engine behind the database is not there for this node, which takes new documents alone meanwhile,"
                        + " under ids that nobody else can make: of its own ranges, of its etags (users/), or GUIDs. This"
                        + " request " + what
                        + ", so nothing of it was done: ask another node, or try again in a moment.",
                new IllegalStateException("not a creation that is this node's alone"));
    }
}
