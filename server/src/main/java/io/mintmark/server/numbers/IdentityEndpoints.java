package io.mintmark.server.numbers;

import io.mintmark.counter.Reservation;
import io.mintmark.document.IdTemplate;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.databases.ListByName;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Json;
import io.mintmark.support.Pending;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import org.jspecify.annotations.Nullable;

/** Numbers of identities: the next one, a new start, all of them. */
public final class IdentityEndpoints {
    private static final int REQUEST_ID_CHARS_MAX = 200;

    private final Databases databases;
    private final DatabaseNumbers numbers;

    /** Answers for all {@code databases}. */
    public IdentityEndpoints(Databases databases, DatabaseNumbers numbers) {
        this.databases = databases;
        this.numbers = numbers;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("POST", Routes.IDENTITY_NEXT, this::next)
                .nonBlocking("POST", Routes.IDENTITY_NEXT, databases::takesAtOnce)
                .add("POST", Routes.IDENTITY_SEED, this::seed)
                .addCostly("GET", Routes.IDENTITIES, any -> true, this::list);
    }

    private Answer next(Request request) {
        Database database = databases.require(request);
        String name = name(request.query(), database);
        IdentityRequest wanted = new IdentityRequest(name, requestId(request.query()));
        return numbers.taken(database, asked(request, database, wanted), number -> number("NewIdentityValue", number));
    }

    private static @Nullable String requestId(Query query) {
        return query.first(Parameters.RAFT_REQUEST_ID)
                .map(IdentityEndpoints::requireShort)
                .orElse(null);
    }

    private static String requireShort(String requestId) {
        if (requestId.length() > REQUEST_ID_CHARS_MAX) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "raft-request-id has at most " + REQUEST_ID_CHARS_MAX + " characters, but this one has "
                            + requestId.length() + ".");
        }
        return requestId;
    }

    private Answer seed(Request request) {
        Query query = request.query();
        Database database = databases.require(request);
        String name = name(query, database);
        long value = query.requiredNumber(Parameters.VALUE);
        if (value < 0 || value > Reservation.CEILING_JS_SAFE) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "An identity's value must be 0 to " + Reservation.CEILING_JS_SAFE + " (2^53-1): value=" + value);
        }
        IdentitySeed.Direction direction =
                query.flag(Parameters.FORCE) ? IdentitySeed.Direction.FORCED : IdentitySeed.Direction.UP_ONLY;
        IdentitySeed seed = new IdentitySeed(name, value, direction, requestId(query));
        return new LaterReply(
                asked(request, database, seed),
                reached -> DatabaseNumbers.moved(request, reached, stands -> number("NewSeedValue", stands)));
    }

    private <T> Pending<T> asked(Request request, Database database, Write<T> write) {
        return PatientIdentity.of(party -> database.storage().submit(write, party), request.party(), databases::outage);
    }

    private Reply list(Request request) {
        Storage storage = databases.require(request).storageToRead(request);
        Slice slice = ListByName.asked(request.query());
        return Reply.stream(200, ListByName.ofNumbers(request, slice, "{", "}", storage.reads()::identities))
                .notStored();
    }

    /** The name may come with or without its trailing pipe. */
    private static String name(Query query, Database database) {
        String name = query.required(Parameters.NAME);
        IdTemplate template = IdTemplate.parse(name.endsWith("|") ? name : name + '|', database.separator());
        return ((IdTemplate.Identity) template).name();
    }

    private static Reply number(String member, long value) {
        return Reply.json(200, Json.writeObject(json -> {
                    json.writeNumberField(member, value);
                }))
                .notStored();
    }
}
