package io.mintmark.server.documents;

import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Parameters;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.databases.Operation;
import io.mintmark.server.http.ApiException;
import io.mintmark.server.http.BodyReceiver;
import io.mintmark.server.http.Request;
import io.mintmark.server.http.StreamEndpoint;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.Overwrite;
import java.util.concurrent.Semaphore;

/**
 * Documents that come as one array of any length and are stored while it arrives: what {@code store.bulkInsert()} sends.
 *
 * <p>Each is an {@link Operation}, so that its client can ask how far it is while it still sends. Only so many go on at
 * once, because each may hold a thread and memory.
 */
final class BulkInserts implements StreamEndpoint {
    private static final int AT_ONCE_MAX = 64;

    private final Databases databases;
    private final Json json;
    private final PutCommands puts;
    private final int documentBytesMax;
    private final Semaphore places = new Semaphore(AT_ONCE_MAX);

    BulkInserts(Databases databases, Json json, PutCommands puts, int documentBytesMax) {
        this.databases = databases;
        this.json = json;
        this.puts = puts;
        this.documentBytesMax = documentBytesMax;
    }

    @Override
    public BodyReceiver open(Request request, Stop stop) {
        Database database = databases.require(request);
        long id = request.query().requiredNumber(Parameters.ID);
        Overwrite overwrite =
                request.query().flag(Parameters.SKIP_OVERWRITE_IF_UNCHANGED) ? Overwrite.IF_CHANGED : Overwrite.ALWAYS;
        if (!places.tryAcquire()) {
            throw new ApiException(
                    ErrorType.INVALID_OPERATION,
                    "At most " + AT_ONCE_MAX + " bulk inserts go on at once: begin this one when another has ended.");
        }
        try {
            Operation operation = database.operations().start(id, stop::because);
            return new BulkInsert(database, operation, reading(database, overwrite), places::release);
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    private BulkInsert.Reading reading(Database database, Overwrite overwrite) {
        return new BulkInsert.Reading(json, puts, documentBytesMax, database.separator(), overwrite);
    }
}
