package io.mintmark.server.numbers;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.server.databases.Database;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of databases for endpoints that have words of their own: the same writes as those of RavenDB's routes,
 * under the same rules, and counted with them. Thread-safe.
 */
public final class DatabaseNumbers {
    private static final String COUNTER = "counter";

    private final NodeTag nodeTag;
    private final NumberCounts counts;
    private final boolean recordClients;

    /** Counts in {@code counts}; leases record their client's address if {@code recordClients}. */
    public DatabaseNumbers(NodeTag nodeTag, boolean recordClients, NumberCounts counts) {
        this.nodeTag = nodeTag;
        this.recordClients = recordClients;
        this.counts = counts;
    }

    /**
     * A range that was reserved, and how its ids are spelled.
     *
     * @param tag the counter's name
     * @param separator what stands between the name and the number
     * @param lease the range
     * @param token what gives its unused numbers back
     */
    public record Range(String tag, IdentityPartsSeparator separator, Lease lease, LeaseToken token) {
        /** Returns the id of one of its numbers. */
        public String id(long number) {
            return DocumentId.hilo(tag, separator, number, lease.node()).text();
        }

        /** Returns what stands before each number. */
        public String prefix() {
            return tag + separator.value();
        }

        /** Returns what stands behind each number. */
        public String suffix() {
            return "-" + lease.node().text();
        }
    }

    /** Reserves a range of exactly {@code size} numbers; the counter is made if there is none. */
    public LaterReply reserve(Request request, Database database, String tag, int size, Function<Range, Reply> reply) {
        IdentityPartsSeparator separator = database.separator();
        HiLoTag.require(COUNTER, tag, separator, nodeTag);
        @Nullable String client = recordClients ? request.remoteAddress() : null;
        RangeRequest wanted = new RangeRequest(CounterName.ofTag(tag), 0, size, client);
        Pending<Lease> lease = database.storage().submit(wanted, request.party());
        return new LaterReply(lease, granted -> {
            counts.reserved(database.name(), wanted.counter(), granted);
            LeaseToken token = new LeaseToken(database.storage().life(), granted.serial());
            return reply.apply(new Range(tag, separator, granted, token));
        });
    }

    /** Gives the numbers of a range behind {@code last} back. */
    public LaterReply giveBack(
            Request request, Database database, RangeReturn returned, Function<ReturnRule.Verdict, Reply> reply) {
        Pending<ReturnRule.Verdict> verdict = database.storage().submit(returned, request.party());
        return new LaterReply(verdict, judged -> {
            counts.returns().count(database.name(), returned, judged);
            return reply.apply(judged);
        });
    }

    /** Moves a counter up to {@code atLeast}, and never down; the counter is made if there is none. */
    public LaterReply raise(Request request, Database database, String tag, long atLeast, LongFunction<Reply> reply) {
        HiLoTag.require(COUNTER, tag, database.separator(), nodeTag);
        CounterRaise raise = new CounterRaise(CounterName.ofTag(tag), atLeast);
        return new LaterReply(database.storage().submit(raise, request.party()), reply::apply);
    }

    /** Takes the next number of an identity, and hands on the id that it makes. */
    public LaterReply take(Request request, Database database, String name, IdentityReply reply) {
        IdentityPartsSeparator separator = database.separator();
        String identity = identity(name, separator);
        Pending<Long> next = database.storage().submit(new IdentityRequest(identity, null), request.party());
        return new LaterReply(next, number -> {
            counts.taken(database.name(), number);
            return reply.of(DocumentId.identity(identity, separator, number).text(), number);
        });
    }

    /** Makes the reply of a number of an identity. */
    @FunctionalInterface
    public interface IdentityReply {
        /** Returns the reply of an id and its number. */
        Reply of(String id, long number);
    }

    /** Moves an identity up to {@code atLeast}, and never down. */
    public LaterReply raiseIdentity(
            Request request, Database database, String name, long atLeast, LongFunction<Reply> reply) {
        String identity = identity(name, database.separator());
        IdentitySeed seed = new IdentitySeed(identity, atLeast, IdentitySeed.Direction.UP_ONLY, null);
        return new LaterReply(database.storage().submit(seed, request.party()), reply::apply);
    }

    private static String identity(String name, IdentityPartsSeparator separator) {
        if (!name.isEmpty() && name.charAt(name.length() - 1) == '|') {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "An identity's name must not end with '|', which marks it in document ids: leave it out. identity="
                            + Printable.brief(name));
        }
        return ((IdTemplate.Identity) IdTemplate.parse(name + '|', separator)).name();
    }

    /** Returns the highest number that there is. */
    public static long ceiling() {
        return Reservation.CEILING_JS_SAFE;
    }
}
