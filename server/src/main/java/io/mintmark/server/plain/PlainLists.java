package io.mintmark.server.plain;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.Lease;
import io.mintmark.support.Json;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shows counters, their leases and identities, by pages. */
final class PlainLists {
    private static final String COUNTERS_KEY = KeyForm.of(CounterName.PREFIX);
    private static final PlainParameter BEFORE = PlainParameter.number(
            "before", 1, Long.MAX_VALUE, "Leaves out this serial and all above it: what the page before says as next.");
    private static final String IDENTITY_END = "|";

    /** The character before that end, and the last one that there is. */
    private static final String BEFORE_IDENTITY_END = "{" + Character.toString(Character.MAX_CODE_POINT);

    /** Leases that cost no more than the counter itself; a page that watches a counter asks for one. */
    private static final int LEASES_FEW = 10;

    private final PlainTarget target;

    PlainLists(PlainTarget target) {
        this.target = target;
    }

    List<PlainRoute> routes() {
        return List.of(
                PlainRoute.of("GET", PlainRoutes.COUNTERS, "listCounters", "Lists the counters of a database by name.")
                        .taking(CommonParameters.DB, CommonParameters.AFTER, CommonParameters.LIMIT)
                        .costlyIf(any -> true)
                        .giving(200, "A page.", "Counters")
                        .by(this::counters),
                PlainRoute.of("GET", PlainRoutes.COUNTER, "getCounter", "Shows where a counter stands.")
                        .taking(CommonParameters.DB, CommonParameters.COUNTER)
                        .giving(200, "The counter.", "Standing")
                        .by(this::counter),
                PlainRoute.of("GET", PlainRoutes.LEASES, "listLeases", "Lists the ranges of a counter on record.")
                        .taking(CommonParameters.DB, CommonParameters.COUNTER, BEFORE, CommonParameters.LIMIT)
                        .costlyIf(query -> query.count("limit", CommonParameters.PAGE_USUAL) > LEASES_FEW)
                        .giving(200, "A page, the highest serial first.", "Leases")
                        .by(this::leases),
                PlainRoute.of("GET", PlainRoutes.IDENTITIES, "listIdentities", "Lists the identities by name.")
                        .taking(CommonParameters.DB, CommonParameters.AFTER, CommonParameters.LIMIT)
                        .costlyIf(any -> true)
                        .giving(200, "A page.", "Identities")
                        .by(this::identities));
    }

    /** Returns how many entries a page has at most. */
    static int limit(CheckedRequest asked) {
        return (int) asked.number("limit", CommonParameters.PAGE_USUAL);
    }

    /** Counters are listed as the documents that show them. */
    private Reply counters(CheckedRequest asked) {
        @Nullable DocumentId after =
                asked.has("after") ? CounterName.ofTag(asked.text("after", "")).document() : null;
        Storage storage = target.storage(asked);
        Page page = storage.reads().list(new Listing.ByPrefix(COUNTERS_KEY, after), limit(asked));
        List<NamedNumber> counters =
                page.documents().stream().map(PlainLists::counter).toList();
        Optional<String> next = page.next().map(any -> lastOf(counters, NamedNumber::name));
        Json.Writing head = ceiling(storage.ceiling());
        return PlainReplies.page(asked.request(), head, "counters", counters, PlainLists::write, next);
    }

    private static Json.Writing ceiling(long highest) {
        return json -> json.writeNumberField("ceiling", highest);
    }

    private static NamedNumber counter(StoredDocument document) {
        String name = document.id().text().substring(CounterName.PREFIX.length());
        return new NamedNumber(
                name,
                HiLoDocument.parse(document.content().body(), Long.MAX_VALUE).max());
    }

    /** Returns where a counter stands whose document is there; 0 for others, which never stand lower. */
    static long standing(StorageReads reads, CounterName counter) {
        return reads.read(counter.document())
                .map(shown -> counter(shown).number())
                .orElse(0L);
    }

    /** Returns the same of an identity: the one that the list has next behind all names that begin likewise. */
    static long standing(StorageReads reads, String identity) {
        String key = KeyForm.of(identity);
        return reads.identities(new Slice(key + BEFORE_IDENTITY_END, 0, 1)).stream()
                .filter(each -> each.name().equals(key + IDENTITY_END))
                .findFirst()
                .map(NamedNumber::number)
                .orElse(0L);
    }

    private static void write(NamedNumber each, JsonGenerator json) throws IOException {
        json.writeStringField("name", each.name());
        json.writeNumberField("last", each.number());
    }

    private static <T> String lastOf(List<T> all, Function<T, String> name) {
        return name.apply(all.get(all.size() - 1));
    }

    private Answer counter(CheckedRequest asked) {
        String name = asked.part("counter");
        StoredDocument shown = target.reads(asked)
                .read(CounterName.ofTag(name).document())
                .orElseThrow(() -> new ApiException(
                        ErrorType.NOT_FOUND,
                        "The database has no counter '" + name
                                + "': correct the name, or draw a number, which makes the counter."));
        NamedNumber counter = counter(shown);
        return PlainReplies.standing(counter.name(), counter.number());
    }

    private Reply leases(CheckedRequest asked) {
        int limit = limit(asked);
        CounterName counter = CounterName.ofTag(asked.part("counter"));
        Storage storage = target.storage(asked);
        StorageReads reads = storage.reads();
        long before = asked.number("before", Long.MAX_VALUE);
        List<LeaseRecord> more = reads.leases(counter, before, limit + 1);
        // Later than the leases, so that none lies above it.
        long last = standing(reads, counter);
        Json.Writing ceiling = ceiling(storage.ceiling());
        Json.Writing head = json -> {
            json.writeNumberField("last", last);
            ceiling.to(json);
        };
        return page(
                asked,
                head,
                "leases",
                more,
                lease -> Long.toString(lease.lease().serial()),
                PlainLists::write);
    }

    private static void write(LeaseRecord each, JsonGenerator json) throws IOException {
        Lease lease = each.lease();
        OpenLease range = new OpenLease(lease.serial(), lease.low(), lease.high());
        PlainNumbers.writeLease(json, range, lease.node(), lease.reservedAt());
        PlainNumbers.writeHolder(json, each.holder(), each.returned());
        if (each.ahead()) {
            json.writeBooleanField("ahead", true);
        }
    }

    private Reply identities(CheckedRequest asked) {
        String after = asked.has("after") ? KeyForm.of(asked.text("after", "")) + IDENTITY_END : "";
        List<NamedNumber> more = target.reads(asked).identities(new Slice(after, 0, limit(asked) + 1)).stream()
                .map(each ->
                        new NamedNumber(each.name().substring(0, each.name().length() - 1), each.number()))
                .toList();
        return page(asked, "identities", more, NamedNumber::name, PlainLists::write);
    }

    /** One entry more than the page has says that there is a next page. */
    static <T> Reply page(
            CheckedRequest asked,
            String member,
            List<T> more,
            Function<T, String> name,
            PlainReplies.EntryWriting<T> writing) {
        return page(asked, json -> {}, member, more, name, writing);
    }

    /** The same with members before the entries. */
    static <T> Reply page(
            CheckedRequest asked,
            Json.Writing head,
            String member,
            List<T> more,
            Function<T, String> name,
            PlainReplies.EntryWriting<T> writing) {
        List<T> page = more.subList(0, Math.min(more.size(), limit(asked)));
        Optional<String> next = more.size() > page.size() ? Optional.of(lastOf(page, name)) : Optional.empty();
        return PlainReplies.page(asked.request(), head, member, page, writing, next);
    }
}
