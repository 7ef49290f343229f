package io.mintmark.server.plain;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.counter.OpenLease;
import io.mintmark.document.NodeTag;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.numbers.DatabaseNumbers;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Holder;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says who holds a number of a counter, in members for programs and in one sentence for people. */
final class PlainNumbers {
    private static final PlainParameter NUMBER = PlainParameter.numberPart(
            "number", 1, DatabaseNumbers.ceiling(), "The number, as it stands in an id behind the counter's name.");

    private final PlainTarget target;

    PlainNumbers(PlainTarget target) {
        this.target = target;
    }

    List<PlainRoute> routes() {
        return List.of(PlainRoute.of("GET", PlainRoutes.NUMBER, "whoHolds", "Says who holds a number of a counter.")
                .taking(CommonParameters.DB, CommonParameters.COUNTER, NUMBER)
                .costlyIf(any -> true)
                .giving(200, "What is known, and nothing that is not.", "Holding")
                .by(this::holding));
    }

    /** All leases on record may have to be looked at, so it waits among what asks for much. */
    private Reply holding(CheckedRequest asked) {
        long number = number(asked.part("number"));
        CounterName counter = CounterName.ofTag(asked.part("counter"));
        NumberAnswer answer =
                target.database(asked).storageToRead(asked.request()).holderOf(counter, number);
        return PlainReplies.json(200, json -> {
            json.writeNumberField("number", number);
            write(json, answer);
            json.writeStringField("text", NumberSentence.of(number, answer));
        });
    }

    private static long number(String text) {
        if (text.matches("[1-9][0-9]{0,15}") && Long.parseLong(text) <= DatabaseNumbers.ceiling()) {
            return Long.parseLong(text);
        }
        throw new ApiException(
                ErrorType.ARGUMENT,
                "number must be 1 to " + DatabaseNumbers.ceiling() + ", without the name before it: number="
                        + Printable.brief(text));
    }

    private static void write(JsonGenerator json, NumberAnswer answer) throws IOException {
        if (answer instanceof NumberAnswer.Held held) {
            json.writeStringField("answer", "held");
            json.writeObjectFieldStart("lease");
            writeLease(json, held.lease(), held.node(), held.at());
            writeHolder(json, held.holder(), held.returned());
            json.writeEndObject();
            writeTime(json, "restored", held.restored());
        } else if (answer instanceof NumberAnswer.Reserved reserved) {
            json.writeStringField("answer", "ahead");
            write(json, reserved);
        } else if (answer instanceof NumberAnswer.Gap gap) {
            json.writeStringField("answer", "gap");
            writeReason(json, gap.reason());
            writeTime(json, "since", gap.at());
        } else if (answer instanceof NumberAnswer.Forgotten forgotten) {
            json.writeStringField("answer", "forgotten");
            writeReason(json, forgotten.cause());
            json.writeNumberField("upTo", forgotten.upTo());
            writeTime(json, "since", forgotten.at());
        } else if (answer instanceof NumberAnswer.OfSlice slice) {
            json.writeStringField("answer", "slice");
            writeReason(json, slice.standing());
            json.writeNumberField("claim", slice.claim());
            if (slice.node() != null) {
                json.writeStringField("node", slice.node().text());
            }
        } else {
            json.writeStringField("answer", "not-reserved");
            json.writeNumberField("last", ((NumberAnswer.NotReserved) answer).max());
        }
    }

    private static void write(JsonGenerator json, NumberAnswer.Reserved reserved) throws IOException {
        writeReason(json, reserved.why());
        json.writeObjectFieldStart("lease");
        writeLease(json, reserved.reservation(), reserved.node(), reserved.from());
        json.writeBooleanField("ahead", true);
        if (reserved.claim().isPresent()) {
            json.writeNumberField("claim", reserved.claim().getAsLong());
        }
        json.writeEndObject();
        writeTime(json, "until", reserved.until());
        writeTime(json, "restored", reserved.restored());
    }

    private static void writeReason(JsonGenerator json, Enum<?> reason) throws IOException {
        json.writeStringField("reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static void writeTime(JsonGenerator json, String name, @Nullable Instant time) throws IOException {
        if (time != null) {
            json.writeStringField(name, time.toString());
        }
    }

    static void writeLease(JsonGenerator json, OpenLease lease, NodeTag node, Instant reserved) throws IOException {
        json.writeStringField("serial", Long.toString(lease.serial()));
        json.writeNumberField("first", lease.low());
        json.writeNumberField("last", lease.high());
        json.writeStringField("node", node.text());
        json.writeStringField("reserved", reserved.toString());
    }

    static void writeHolder(JsonGenerator json, Holder holder, @Nullable Long returned) throws IOException {
        if (holder.client() != null) {
            json.writeStringField("client", holder.client());
        }
        if (holder.principal() != null) {
            json.writeStringField("principal", holder.principal());
        }
        if (returned != null) {
            json.writeNumberField("returned", returned);
        }
    }
}
