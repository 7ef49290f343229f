package io.mintmark.client;

import io.mintmark.client.cluster.DatabaseClient;
import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.json.BatchReply;
import io.mintmark.client.json.CommandWriter;
import io.mintmark.client.json.JsonBytes;
import io.mintmark.client.json.Snapshot;
import io.mintmark.client.json.SnapshotWriter;
import io.mintmark.client.json.Span;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Routes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The changes of a session, as one request that takes effect as a whole or not at all.
 *
 * <p>Deletions come first, so that an id can be deleted and stored again in one batch. The bytes that were sent of an
 * entity become its next snapshot, without another copy.
 */
final class SaveBatch {
    private static final byte[] BEGINNING = "{\"Commands\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "]}".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_BYTES = 8 << 10;

    private final JsonBytes body = new JsonBytes(FIRST_BYTES);
    private final List<Put> puts = new ArrayList<>();
    private int deletions;

    /** A document to be stored, and the place of its entity's members in the body. */
    private record Put(Document<?> document, Span members) {}

    private SaveBatch() {}

    /**
     * Collects the changes.
     *
     * @throws io.mintmark.client.exceptions.InvalidEntityException if an entity cannot be written; then nothing was
     *     sent
     */
    static SaveBatch of(
            SessionEntities entities, Conventions conventions, Concurrency concurrency, SnapshotWriter snapshots) {
        SaveBatch batch = new SaveBatch();
        batch.body.write(BEGINNING, 0, BEGINNING.length);
        CommandWriter commands = new CommandWriter(conventions.mapper(), batch.body);
        for (SessionEntities.Deletion deletion : entities.deletions()) {
            commands.delete(deletion.id().text(), deletion.changeVector());
            batch.deletions++;
        }
        for (Document<?> document : entities.documents()) {
            if (isChanged(document, snapshots)) {
                batch.puts.add(new Put(document, put(document, concurrency, commands)));
            }
        }
        batch.body.write(END, 0, END.length);
        return batch;
    }

    private static boolean isChanged(Document<?> document, SnapshotWriter snapshots) {
        return !document.isStored()
                || document.differsFrom(snapshots.of(document.type().json(), document.entity()));
    }

    private static Span put(Document<?> document, Concurrency concurrency, CommandWriter commands) {
        return commands.put(
                document.idToSend(),
                document.expectation(concurrency),
                document.type().json(),
                document.entity(),
                document.metadata().json());
    }

    /** Returns the number of documents to be stored or deleted. */
    int size() {
        return deletions + puts.size();
    }

    /**
     * Returns the request, which names the lives of the database that its new documents are meant for.
     *
     * @param ids knows what its ids were made from
     */
    Request request(DatabaseClient client, EntityIdGenerator ids) {
        Request request =
                Request.post(client.target(Routes.BULK_DOCS).toString()).json(body.array(), body.size());
        String lives = puts.stream()
                .map(Put::document)
                .filter(document -> !document.isStored())
                .flatMap(document -> ids.lifeOf(document.idToSend()).stream())
                .map(DatabaseLife::toString)
                .distinct()
                .collect(Collectors.joining(","));
        return lives.isEmpty() ? request : request.header(Headers.LIFE, lives);
    }

    /** Records the server's results. */
    void confirm(Reply reply, SessionEntities entities) {
        List<BatchReply.Result> results = DatabaseClient.read(reply, BatchReply::read);
        if (results.size() != size()) {
            throw new InvalidReplyException(
                    reply.node(), "a batch of " + size() + " commands has " + results.size() + " results", null);
        }
        for (int i = 0; i < puts.size(); i++) {
            Put put = puts.get(i);
            put.document().saved(results.get(deletions + i), look(put.members()));
            entities.know(put.document());
        }
        entities.deleted();
    }

    private Snapshot look(Span members) {
        return new Snapshot(body.array(), members.start(), members.end());
    }
}
