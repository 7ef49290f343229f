package io.mintmark.server.numbers;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.RangeSize;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.RavenTime;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Pending;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of numbers for clients: the next one, and the unused tail of the last one back.
 *
 * <p>What a range's size, place and return depend on is pure and lies in {@link io.mintmark.range}; making it durable
 * is the storage's part.
 */
public final class HiLoEndpoints {
    private static final LeaseToken NO_LIFE = new LeaseToken("-", 1);

    private final Databases databases;
    private final NodeTag nodeTag;
    private final NumberCounts counts;
    private final RangeReplies replies = new RangeReplies();
    private final InstantSource clock;
    private final boolean recordClients;

    /** Answers for all {@code databases}; leases record their client's address if {@code recordClients}. */
    public HiLoEndpoints(
            Databases databases, NodeTag nodeTag, InstantSource clock, boolean recordClients, NumberCounts counts) {
        this.databases = databases;
        this.nodeTag = nodeTag;
        this.counts = counts;
        this.clock = clock;
        this.recordClients = recordClients;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.addChanging("GET", Routes.HILO_NEXT, this::next).add("PUT", Routes.HILO_RETURN, this::giveBack);
    }

    private Answer next(Request request) {
        Query query = request.query();
        Database database = databases.require(request);
        String tag = query.required(Parameters.TAG);
        IdentityPartsSeparator separator = query.first(Parameters.IDENTITY_PARTS_SEPARATOR)
                .map(IdentityPartsSeparator::of)
                .orElseGet(database::separator);
        HiLoTag.require(Parameters.TAG, tag, separator, nodeTag);
        int size = RangeSize.next(query.number(Parameters.LAST_BATCH_SIZE, 0), sinceLastRange(query));
        long lastMax = query.number(Parameters.LAST_MAX, 0);
        @Nullable String client = recordClients ? request.remoteAddress() : null;
        RangeRequest wanted = new RangeRequest(CounterName.ofTag(tag), lastMax, size, client);
        Pending<Lease> lease = database.storage().submit(wanted, request.party());
        return new LaterReply(lease, granted -> {
            counts.reserved(database.name(), wanted.counter(), granted);
            return replies.of(tag, separator, database.storage().life(), granted);
        });
    }

    private @Nullable Duration sinceLastRange(Query query) {
        Instant last =
                query.first(Parameters.LAST_RANGE_AT).flatMap(RavenTime::parse).orElse(null);
        return last == null ? null : Duration.between(last, clock.instant());
    }

    /** A return that is not accepted is a gap, not an error: the reply is the same. */
    private Answer giveBack(Request request) {
        Query query = request.query();
        Database database = databases.require(request);
        CounterName counter = CounterName.ofTag(query.required(Parameters.TAG));
        long end = query.requiredNumber(Parameters.END);
        long last = query.requiredNumber(Parameters.LAST);
        @Nullable LeaseToken token = query.has(Parameters.LEASE) ? token(query.required(Parameters.LEASE)) : null;
        RangeReturn returned = new RangeReturn(counter, last, end, token);
        Pending<ReturnRule.Verdict> verdict = database.storage().submit(returned, request.party());
        return new LaterReply(verdict, judged -> returned(database, returned, judged));
    }

    private Reply returned(Database database, RangeReturn returned, ReturnRule.Verdict verdict) {
        counts.returns().count(database.name(), returned, verdict);
        boolean accepted = verdict instanceof ReturnRule.Verdict.Accepted;
        return Reply.empty(204).notStored().header(Headers.RETURN, accepted ? Headers.ACCEPTED : "ignored");
    }

    /** A token that spells none is as good as one of another life; a client of another version may send one. */
    private static LeaseToken token(String text) {
        return LeaseToken.parse(text).orElse(NO_LIFE);
    }
}
