package io.mintmark.server.plain;

import io.mintmark.counter.RangeSize;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.databases.Database;
import io.mintmark.server.numbers.DatabaseNumbers;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Draws from counters, gives back to them, and moves them up. */
final class PlainCounters {
    /** Requests for more ids than that wait among their like. */
    private static final int IDS_USUAL = 64;

    /** What is kept of an id beside its characters: its object, its place in a list. */
    private static final int ID_OVERHEAD_BYTES = 64;

    /** A separator, 16 digits, a hyphen and the tag of a node. */
    private static final int ID_CHARS_BESIDE_NAME = 22;

    private static final String COUNT = "count";
    private static final String NAME = "counter";
    private static final PlainParameter COUNT_OF_IDS =
            PlainParameter.number(COUNT, 1, 1_000, "How many ids, which come in a list; a single one unless given.");
    private static final PlainParameter COUNT_OF_NUMBERS =
            PlainParameter.number(COUNT, 1, RangeSize.MAX, "How many numbers.").asRequired();
    private static final PlainParameter LEASE =
            PlainParameter.part("lease", "The range, as the answer that brought it names it.");
    private static final PlainParameter LAST_USED = PlainParameter.number(
                    "last",
                    0,
                    DatabaseNumbers.ceiling(),
                    "The last number that was used of it, or one below its first if none was.")
            .asRequired();

    private final PlainTarget target;
    private final DatabaseNumbers numbers;

    PlainCounters(PlainTarget target, DatabaseNumbers numbers) {
        this.target = target;
        this.numbers = numbers;
    }

    List<PlainRoute> routes() {
        return List.of(
                PlainRoute.of(
                                "POST",
                                PlainRoutes.COUNTER_NEXT,
                                "nextIds",
                                "Draws the next numbers of a counter as ids.")
                        .taking(CommonParameters.DB, CommonParameters.COUNTER, COUNT_OF_IDS, CommonParameters.KEY)
                        .costlyIf(query -> query.count(COUNT, 1) > IDS_USUAL)
                        .giving(new PlainRoute.Result(200, "The ids.", "Ids", true))
                        .by(this::next),
                PlainRoute.of(
                                "POST",
                                PlainRoutes.RANGES,
                                "reserveRange",
                                "Reserves a range of so many numbers, fewer at the counter's ceiling: last tells.")
                        .taking(CommonParameters.DB, CommonParameters.COUNTER, COUNT_OF_NUMBERS, CommonParameters.KEY)
                        .giving(201, "The range, and the place where it is given back.", "Range")
                        .by(this::reserve),
                PlainRoute.of("DELETE", PlainRoutes.LEASE, "giveBackRange", "Gives the unused numbers of a range back.")
                        .taking(CommonParameters.DB, CommonParameters.COUNTER, LEASE, LAST_USED)
                        .giving(200, "Whether they are free again, or else a gap.", "Return")
                        .by(this::giveBack),
                PlainRoute.of("POST", PlainRoutes.COUNTER_RAISE, "raiseCounter", "Moves a counter up, and never down.")
                        .taking(
                                CommonParameters.DB,
                                CommonParameters.COUNTER,
                                CommonParameters.TO,
                                CommonParameters.LEAP)
                        .giving(200, "Where it stands now.", "Standing")
                        .by(this::raise));
    }

    private Answer next(CheckedRequest asked) {
        boolean asText = asked.wantsText();
        int count = (int) asked.number(COUNT, 1);
        if (count > 1) {
            // Before they are drawn: whoever is refused for want of memory is to lose no numbers.
            int length = asked.part(NAME).length() + ID_CHARS_BESIDE_NAME;
            asked.request().keepInMemory(count * (2L * length + ID_OVERHEAD_BYTES));
        }
        return reserve(asked, count, range -> asText ? lines(range) : ids(asked, range));
    }

    private Answer reserve(CheckedRequest asked, int count, Function<PlainRange, Reply> reply) {
        Database database = target.database(asked);
        IdentityPartsSeparator separator = database.separator();
        String tag = asked.part(NAME);
        RangeRequest wanted = numbers.range(asked.request(), numbers.counter(NAME, tag, separator), 0, count);
        if (asked.hasKey()) {
            String life = database.storageToRead(asked.request()).life();
            KeyedWrite<Lease> once = new KeyedWrite<>(asked.key(PlainRange.note(separator, life)), wanted);
            return numbers.reserveOnce(asked.request(), database, once, kept -> reply.apply(PlainRange.of(tag, kept)));
        }
        return numbers.reserve(
                asked.request(),
                database,
                wanted,
                lease -> reply.apply(
                        new PlainRange(tag, separator, database.storage().life(), lease)));
    }

    private static Reply lines(PlainRange range) {
        return PlainReplies.lines(spelled(range));
    }

    private static Reply ids(CheckedRequest asked, PlainRange range) {
        long first = range.lease().low();
        return asked.has(COUNT)
                ? PlainReplies.ids(first, range.lease().high(), spelled(range))
                : PlainReplies.id(range.id(first), first);
    }

    private static List<String> spelled(PlainRange range) {
        return LongStream.rangeClosed(range.lease().low(), range.lease().high())
                .mapToObj(range::id)
                .toList();
    }

    private Answer reserve(CheckedRequest asked) {
        String database = target.database(asked).name();
        return reserve(asked, (int) asked.number(COUNT, 0), range -> reserved(database, range));
    }

    private static Reply reserved(String database, PlainRange range) {
        return PlainReplies.json(201, json -> {
                    json.writeNumberField("first", range.lease().low());
                    json.writeNumberField("last", range.lease().high());
                    json.writeStringField("prefix", range.prefix());
                    json.writeStringField("suffix", range.suffix());
                    json.writeStringField("lease", range.handle().toString());
                })
                .header("Location", location(database, range.tag(), range.handle()));
    }

    private static String location(String database, String counter, LeaseHandle handle) {
        return PlainRoutes.LEASE
                .replace("{db}", database)
                .replace("{counter}", segment(counter))
                .replace("{lease}", handle.toString());
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Answer giveBack(CheckedRequest asked) {
        LeaseHandle handle = LeaseHandle.parse(asked.part("lease"));
        long last = asked.number("last", 0);
        CounterName counter = CounterName.ofTag(asked.part(NAME));
        RangeReturn returned = new RangeReturn(counter, last, handle.end(), handle.token());
        return numbers.giveBack(
                asked.request(), target.database(asked), returned, verdict -> judged(verdict, last, handle.end()));
    }

    /** What is not taken back is a gap and no error, unless the request contradicts itself. */
    private static Reply judged(ReturnRule.Verdict verdict, long last, long end) {
        if (verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            return PlainReplies.json(200, json -> {
                        json.writeBooleanField("accepted", true);
                        json.writeNumberField("last", accepted.newMax());
                    })
                    .header(Headers.RETURN, Headers.ACCEPTED);
        }
        ReturnRule.Reason reason = ((ReturnRule.Verdict.Refused) verdict).reason();
        if (reason == ReturnRule.Reason.LAST_OUTSIDE_RANGE) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "last must be the last number that was used of the range, which ends at " + end
                            + ", or one below its first if none was: last=" + last);
        }
        return PlainReplies.json(200, json -> {
                    json.writeBooleanField("accepted", false);
                    json.writeStringField(
                            "reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
                })
                .header(Headers.RETURN, "ignored");
    }

    private Answer raise(CheckedRequest asked) {
        Database database = target.database(asked);
        String name = asked.part(NAME);
        CommonParameters.requireBelow(
                asked, database.storageToRead(asked.request()).ceiling());
        CounterRaise raise = new CounterRaise(numbers.counter(NAME, name, database.separator()), asked.number("to", 0));
        CommonParameters.requireNoLeap(asked, PlainLists.standing(target.reads(asked), raise.counter()));
        return numbers.raise(asked.request(), database, raise, last -> PlainReplies.standing(name, last));
    }
}
