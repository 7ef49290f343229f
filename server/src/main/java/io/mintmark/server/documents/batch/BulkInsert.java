package io.mintmark.server.documents.batch;

import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.databases.Operation;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.support.Json;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Reply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One bulk insert, from its opening to its closing bracket.
 *
 * <p>What arrived is committed whenever the sender pauses, and whenever a group is full. The answer is sent at the
 * closing bracket, since some clients wait for it before they end the body. A bad command ends it; what came before
 * that is stored, what comes after is not looked at.
 */
final class BulkInsert implements BodyReceiver {
    /** What a client sends while it has nothing to say, so that nobody on the way takes it for dead. */
    private static final String HEARTBEAT = "HeartBeat";

    /** What all clients write. It is known without being parsed: a stream can have millions of them. */
    private static final byte[] HEARTBEAT_AS_USUAL = "{\"Type\":\"HeartBeat\"}".getBytes(StandardCharsets.US_ASCII);

    /**
     * How the commands of one stream are read.
     *
     * @param separator the one in force when it began, for all of it
     * @param overwrite what becomes of documents that are there already
     */
    record Reading(
            Json json, PutCommands puts, int documentBytesMax, IdentityPartsSeparator separator, Overwrite overwrite) {}

    /**
     * For whom it is received.
     *
     * @param party before a writer all bulk inserts of an address are one party, apart from that of its other requests
     * @param memory what is left of it, in which room for a {@link CommandFraming} was taken already
     */
    record Sender(Party party, StreamMemory memory) {
        /** Returns the sender of a stream that {@code requester} opened. */
        static Sender of(Party requester, StreamMemory memory) {
            return new Sender(new Party(new Streams(requester.key()), requester.beforeWaiting()), memory);
        }
    }

    /** The bulk inserts of one address. */
    private record Streams(Object address) {}

    private final Storage storage;
    private final Reading reading;
    private final Operation operation;
    private final Party party;
    private final StreamMemory memory;
    private final CommandFraming framing;
    private final CommitGroups groups;
    private final Runnable whenEnded;
    /** What came since the last look. */
    private boolean documents;

    private boolean heartbeats;
    /** Whether any group is on this machine alone so far. */
    private boolean here;

    BulkInsert(Storage storage, Operation operation, Reading reading, Sender sender, Runnable whenEnded) {
        this.storage = storage;
        this.reading = reading;
        this.operation = operation;
        this.party = sender.party();
        this.memory = sender.memory();
        this.framing = new CommandFraming(reading.json(), reading.documentBytesMax(), this::add, this::framingTakes);
        this.groups = new CommitGroups(this::submit, party.beforeWaiting(), this::committed, memory);
        this.whenEnded = whenEnded;
    }

    @Override
    public boolean take(ByteBuffer bytes) {
        try {
            framing.take(bytes);
            return !framing.isComplete();
        } catch (RuntimeException refused) {
            groups.flush();
            throw refused;
        }
    }

    @Override
    public boolean wasIdle() {
        boolean idle = heartbeats && !documents;
        heartbeats = false;
        documents = false;
        return idle;
    }

    @Override
    public void pause() {
        groups.flush();
    }

    @Override
    public Reply end() {
        if (!framing.isComplete()) {
            groups.flush();
            throw new ApiException(
                    ErrorType.INVALID_DATA, "The body ended before the closing bracket of its array of commands.");
        }
        groups.flush();
        operation.complete();
        close();
        return KeptHere.tell(Reply.empty(201), here);
    }

    @Override
    public Throwable failed(Throwable why) {
        try {
            settle();
        } catch (RuntimeException | Error later) {
            why.addSuppressed(later);
        }
        long before = operation.progress().documents();
        String stored = " Stored before that: " + before + (before == 1 ? " document." : " documents.");
        ApiException told = why instanceof ApiException refusal
                ? refusal.saying(stored)
                : new ApiException(ErrorType.INTERNAL, "The server failed; its log says why." + stored);
        operation.fail(told);
        close();
        return why instanceof ApiException ? told : why;
    }

    /** What was read whole before the connection broke is stored; what somebody killed is not. */
    private void settle() {
        if (operation.isKilled()) {
            groups.abandon();
        } else {
            groups.flush();
        }
    }

    private void close() {
        try {
            framing.close();
        } finally {
            whenEnded.run();
        }
    }

    /** Waits for room before the writer as long as it takes: that is how a stream makes its sender wait. */
    private Pending<List<CommandResult>> submit(List<DocumentCommand> commands) {
        DocumentBatch batch = new DocumentBatch(commands, reading.separator());
        while (true) {
            try {
                return storage.submit(batch, party);
            } catch (StorageBusyException noRoomYet) {
                operation.requireNotStopped();
            }
        }
    }

    private void framingTakes(long bytes) {
        if (bytes > 0) {
            groups.hold(bytes);
        } else {
            memory.letGo(-bytes);
        }
    }

    private void add(byte[] bytes, int offset, int length) {
        int usual = HEARTBEAT_AS_USUAL.length;
        if (Arrays.equals(bytes, offset, offset + length, HEARTBEAT_AS_USUAL, 0, usual)) {
            heartbeats = true;
            return;
        }
        CommandMembers members = members(bytes, offset, length);
        switch (members.type()) {
            case "PUT" -> {
                documents = true;
                groups.add(reading.puts().put(members, reading.separator(), reading.overwrite()), length);
            }
            case HEARTBEAT -> heartbeats = true;
            default -> throw members.unknownType("in a bulk insert", "PUT and " + HEARTBEAT);
        }
    }

    private CommandMembers members(byte[] bytes, int offset, int length) {
        return reading.json().read(bytes, offset, length, parser -> {
            JsonToken ignored = parser.nextToken();
            return CommandMembers.read(parser, bytes, offset);
        });
    }

    private void committed(List<CommandResult> results) {
        here |= KeptHere.is(results);
        Operation.Progress before = operation.progress();
        CommandResult.Stored last = (CommandResult.Stored) results.get(results.size() - 1);
        operation.progress(new Operation.Progress(
                before.documents() + results.size(),
                before.groups() + 1,
                last.id().text()));
    }
}
