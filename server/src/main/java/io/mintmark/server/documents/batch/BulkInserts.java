package io.mintmark.server.documents.batch;

import io.mintmark.protocol.Parameters;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.databases.Operation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.support.FairShare;
import io.mintmark.support.Json;
import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Overload;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.StreamEndpoint;

/**
 * Documents that come as one array of any length and are stored while it arrives: what {@code store.bulkInsert()}
 * sends.
 *
 * <p>Each is an {@link Operation}, so that its client can ask how far it is while it still sends. Their number is
 * bounded, because each may hold a thread, and one address gets no more of them than it leaves for others. The memory
 * that they hold counts as memory of requests.
 */
public final class BulkInserts implements StreamEndpoint {
    /** Bulk inserts at once; one address alone gets half of them. */
    private static final int AT_ONCE_MAX = 128;

    private final Databases databases;
    private final Json json;
    private final PutCommands puts;
    private final int documentBytesMax;
    private final FairShare<Object> places = new FairShare<>(AT_ONCE_MAX, AT_ONCE_MAX);

    /** Receives documents of at most {@code documentBytesMax} bytes for all {@code databases}. */
    public BulkInserts(Databases databases, Json json, PutCommands puts, int documentBytesMax) {
        this.databases = databases;
        this.json = json;
        this.puts = puts;
        this.documentBytesMax = documentBytesMax;
    }

    @Override
    public BodyReceiver open(Request request, Stop stop) {
        DocumentMembers.BULK_INSERT.check(request.query());
        Database database = databases.require(request);
        NamedLives.require(request, database);
        long id = request.query().requiredNumber(Parameters.ID);
        Overwrite overwrite =
                request.query().flag(Parameters.SKIP_OVERWRITE_IF_UNCHANGED) ? Overwrite.IF_CHANGED : Overwrite.ALWAYS;
        Object address = request.party().key();
        if (!places.take(address, 1)) {
            throw Overload.refusal("At most " + AT_ONCE_MAX
                    + " bulk inserts go on at once, and no more of one address than places are left for others:"
                    + " begin this one when another has ended.");
        }
        Runnable whenEnded = () -> places.giveBack(address, 1);
        try {
            StreamMemory memory = new StreamMemory(request::keepInMemory);
            memory.hold(CommandFraming.BYTES_AT_FIRST);
            Operation operation = database.operations().start(id, stop::because);
            BulkInsert.Sender sender = BulkInsert.Sender.of(request.party(), memory);
            return new BulkInsert(database.storage(), operation, reading(database, overwrite), sender, whenEnded);
        } catch (RuntimeException | Error e) {
            whenEnded.run();
            throw e;
        }
    }

    private BulkInsert.Reading reading(Database database, Overwrite overwrite) {
        return new BulkInsert.Reading(json, puts, documentBytesMax, database.separator(), overwrite);
    }
}
