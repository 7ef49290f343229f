package io.mintmark.server.plain;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.storage.StorageReads.Journaled;
import io.mintmark.support.Json;
import io.mintmark.web.http.Reply;
import java.io.IOException;
import java.util.List;

/** Lists the documents of a database that are on this machine alone, until they are home. */
final class PlainJournal {
    private static final PlainParameter AFTER = PlainParameter.number(
            "after", 0, Long.MAX_VALUE, "Leaves out this entry and all before it: what the page before says as next.");

    private static final Json.Writing HEAD = json -> json.writeStringField("lists", "on this machine alone");

    private final PlainTarget target;

    PlainJournal(PlainTarget target) {
        this.target = target;
    }

    PlainRoute route() {
        return PlainRoute.of(
                        "GET",
                        PlainRoutes.JOURNAL,
                        "listJournal",
                        "Lists the new documents that this node took while it was cut off and that are not home yet, and no"
                                + " others.")
                .taking(CommonParameters.DB, AFTER, CommonParameters.LIMIT)
                .costlyIf(any -> true)
                .giving(200, "A page, in the order in which they were taken.", "Journal")
                .by(this::page);
    }

    private Reply page(CheckedRequest asked) {
        List<Journaled> more = target.reads(asked).journaled(asked.number("after", 0), PlainLists.limit(asked) + 1);
        return PlainLists.page(
                asked, HEAD, "documents", more, each -> Long.toString(each.entry()), PlainJournal::write);
    }

    private static void write(Journaled each, JsonGenerator json) throws IOException {
        json.writeStringField("id", each.id().text());
        json.writeStringField("version", each.changeVector());
        json.writeStringField("taken", each.taken().toString());
        json.writeNumberField("bytes", each.bytes());
    }
}
