package io.mintmark.server.numbers;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.RangeSize;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.RavenTime;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.web.http.Answer;
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
    private final DatabaseNumbers numbers;
    private final RangeReplies replies = new RangeReplies();
    private final InstantSource clock;

    /** Answers for all {@code databases}. */
    public HiLoEndpoints(Databases databases, DatabaseNumbers numbers, InstantSource clock) {
        this.databases = databases;
        this.numbers = numbers;
        this.clock = clock;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.addChanging("GET", Routes.HILO_NEXT, this::next)
                .nonBlocking("GET", Routes.HILO_NEXT, databases::takesAtOnce)
                .add("PUT", Routes.HILO_RETURN, this::giveBack)
                .nonBlocking("PUT", Routes.HILO_RETURN, databases::takesAtOnce);
    }

    private Answer next(Request request) {
        Query query = request.query();
        Database database = databases.require(request);
        String tag = query.required(Parameters.TAG);
        IdentityPartsSeparator separator = query.first(Parameters.IDENTITY_PARTS_SEPARATOR)
                .map(IdentityPartsSeparator::of)
                .orElseGet(database::separator);
        CounterName counter = numbers.counter(Parameters.TAG, tag, separator);
        int size = RangeSize.next(query.number(Parameters.LAST_BATCH_SIZE, 0), sinceLastRange(query));
        long lastMax = query.number(Parameters.LAST_MAX, 0);
        RangeRequest wanted = numbers.range(request, counter, lastMax, size);
        return numbers.reserve(
                request,
                database,
                wanted,
                lease -> replies.of(tag, separator, database.storage().life(), lease));
    }

    private @Nullable Duration sinceLastRange(Query query) {
        Instant last =
                query.first(Parameters.LAST_RANGE_AT).flatMap(RavenTime::parse).orElse(null);
        return last == null ? null : between(last, clock.instant());
    }

    /**
     * Returns the same as {@link Duration#between}, which on Java 17 throws and catches an exception of its own where
     * more than 292 years lie between: clients that had no range yet send the year 1.
     */
    private static Duration between(Instant last, Instant now) {
        return Duration.ofSeconds(now.getEpochSecond() - last.getEpochSecond(), (long) now.getNano() - last.getNano());
    }

    /** A return that is not accepted is a gap, not an error: the reply is the same. */
    private Answer giveBack(Request request) {
        Query query = request.query();
        Database database = databases.require(request);
        CounterName counter = CounterName.ofTag(query.required(Parameters.TAG));
        long end = query.requiredNumber(Parameters.END);
        long last = query.requiredNumber(Parameters.LAST);
        @Nullable LeaseToken token = query.has(Parameters.LEASE) ? token(query.required(Parameters.LEASE)) : null;
        return numbers.giveBack(request, database, new RangeReturn(counter, last, end, token), HiLoEndpoints::returned);
    }

    private static Reply returned(ReturnRule.Verdict verdict) {
        boolean accepted = verdict instanceof ReturnRule.Verdict.Accepted;
        return Reply.empty(204).notStored().header(Headers.RETURN, accepted ? Headers.ACCEPTED : "ignored");
    }

    /** A token that spells none is as good as one of another life; a client of another version may send one. */
    private static LeaseToken token(String text) {
        return LeaseToken.parse(text).orElse(NO_LIFE);
    }
}
