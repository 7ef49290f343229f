package io.mintmark.server.numbers;

import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.InvalidDocumentIdException;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.databases.Database;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.KeyedAnswer;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Standing;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * The numbers of databases for all endpoints, whatever words these have for them: which counters get ranges, how writes
 * are asked for, and what is counted of them. Thread-safe.
 */
public final class DatabaseNumbers {
    private final NodeTag nodeTag;
    private final NumberCounts counts;
    private final boolean recordClients;
    private final RunningKeys running = new RunningKeys();

    /** Counts in {@code counts}; leases record their client's address if {@code recordClients}. */
    public DatabaseNumbers(NodeTag nodeTag, boolean recordClients, NumberCounts counts) {
        this.nodeTag = nodeTag;
        this.recordClients = recordClients;
        this.counts = counts;
    }

    /**
     * Returns the counter of a tag; refuses one whose numbers would be reserved for nothing.
     *
     * @param word what the sender calls the tag
     * @param separator what stands between the tag and a number
     * @throws ApiException if it ends with the separator, leaves no room for the highest number within an id, or makes
     *     ids of HiLo documents
     */
    public CounterName counter(String word, String tag, IdentityPartsSeparator separator) {
        requireTag(word, tag, separator, nodeTag);
        return CounterName.ofTag(tag);
    }

    static void requireTag(String word, String tag, IdentityPartsSeparator separator, NodeTag nodeTag) {
        if (!tag.isEmpty() && tag.charAt(tag.length() - 1) == separator.value()) {
            throw refusal(
                    word,
                    tag,
                    "must not end with the separator '" + separator + "', which is put after it: leave it out.");
        }
        if (CounterName.isShownBy(longestId(word, tag, separator, nodeTag))) {
            throw refusal(
                    word,
                    tag,
                    "must not begin with " + CounterName.PREFIX + ", which names HiLo documents: use another.");
        }
    }

    private static DocumentId longestId(String word, String tag, IdentityPartsSeparator separator, NodeTag nodeTag) {
        try {
            return DocumentId.hilo(tag, separator, Reservation.CEILING_JS_SAFE, nodeTag);
        } catch (InvalidDocumentIdException e) {
            throw refusal(word, tag, "must make legal ids up to the highest number, but: " + e.getMessage());
        }
    }

    private static ApiException refusal(String word, String tag, String rule) {
        return new ApiException(ErrorType.ARGUMENT, word + " " + rule + " " + word + "=" + Printable.brief(tag));
    }

    /** Returns the request for a range, with what its lease records of the sender of {@code request}. */
    public RangeRequest range(Request request, CounterName counter, long lastMax, int size) {
        String client = recordClients ? request.remoteAddress() : null;
        return new RangeRequest(counter, lastMax, size, client, request.sender().orElse(null));
    }

    /** Reserves a range; the counter is made if there is none. */
    public LaterReply reserve(Request request, Database database, RangeRequest wanted, Function<Lease, Reply> reply) {
        Pending<Lease> lease = database.storage().submit(wanted, request.party());
        return new LaterReply(lease, granted -> {
            counts.reserved(database.name(), wanted.counter(), granted);
            return reply.apply(granted);
        });
    }

    /** Reserves a range once for all requests of a key. */
    public LaterReply reserveOnce(
            Request request, Database database, KeyedWrite<Lease> wanted, Function<KeyedAnswer<Lease>, Reply> reply) {
        return new LaterReply(running.submit(database, wanted, request.party()), answer -> {
            if (!answer.repeated() && wanted.write() instanceof RangeRequest range) {
                counts.reserved(database.name(), range.counter(), answer.answer());
            }
            return reply.apply(answer);
        });
    }

    /** Gives the unused numbers of a range back, if they may come back. */
    public LaterReply giveBack(
            Request request, Database database, RangeReturn returned, Function<ReturnRule.Verdict, Reply> reply) {
        Pending<ReturnRule.Verdict> verdict = database.storage().submit(returned, request.party());
        return new LaterReply(verdict, judged -> {
            counts.returns().count(database.name(), returned, judged);
            return reply.apply(judged);
        });
    }

    /** Moves a counter up, and hands on where it stands then; the counter is made if there is none. */
    public LaterReply raise(Request request, Database database, CounterRaise raise, LongFunction<Reply> reply) {
        Pending<Standing> standing = database.storage().submit(raise, request.party());
        return new LaterReply(standing, stands -> moved(request, stands, reply));
    }

    /** What stands there or higher already was not moved. */
    static Reply moved(Request request, Standing standing, LongFunction<Reply> reply) {
        if (!standing.moved()) {
            request.ignored();
        }
        return reply.apply(standing.last());
    }

    /** Takes the next number of an identity. */
    public LaterReply take(Request request, Database database, IdentityRequest wanted, LongFunction<Reply> reply) {
        return taken(database, database.storage().submit(wanted, request.party()), reply);
    }

    /** Hands on a number of an identity that was asked for. */
    LaterReply taken(Database database, Pending<Long> next, LongFunction<Reply> reply) {
        return new LaterReply(next, number -> {
            counts.taken(database.name(), number);
            return reply.apply(number);
        });
    }

    /** Takes the next number of an identity once for all requests of a key. */
    public LaterReply takeOnce(
            Request request, Database database, KeyedWrite<Long> wanted, Function<KeyedAnswer<Long>, Reply> reply) {
        return new LaterReply(running.submit(database, wanted, request.party()), answer -> {
            if (!answer.repeated()) {
                counts.taken(database.name(), answer.answer());
            }
            return reply.apply(answer);
        });
    }

    /** Moves an identity, and hands on where it stands then. */
    public LaterReply seed(Request request, Database database, IdentitySeed seed, LongFunction<Reply> reply) {
        Pending<Standing> standing = database.storage().submit(seed, request.party());
        return new LaterReply(standing, stands -> moved(request, stands, reply));
    }

    /** Returns the highest number that there is. */
    public static long ceiling() {
        return Reservation.CEILING_JS_SAFE;
    }
}
