package io.mintmark.server.plain;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.support.Json;
import io.mintmark.web.http.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Shows the audit log of this node by pages. */
public final class PlainAudit {
    private static final PlainParameter ACT =
            PlainParameter.text("act", "Only lines of this act, such as create, raise or sign-in.");
    private static final PlainParameter BY = PlainParameter.text("by", "Only lines of this principal.");
    private static final PlainParameter ABOUT =
            PlainParameter.text("about", "Only lines about something that has this text in its name.");
    private static final PlainParameter BEFORE =
            PlainParameter.text("before", "Only lines before this place: what the page before says as next.");

    private static final AuditTrail.Page NOTHING = new AuditTrail.Page(List.of(), 0, Optional.empty());

    private final boolean on;
    private final Optional<AuditTrail> trail;

    /**
     * Shows what is in {@code file}, if the log is written there.
     *
     * @param on whether there is a log
     */
    public PlainAudit(boolean on, Optional<Path> file) {
        this.on = on;
        this.trail = on ? file.map(AuditTrail::new) : Optional.empty();
    }

    PlainRoute route() {
        return PlainRoute.of(
                        "GET", PlainRoutes.AUDIT, "listAudit", "Lists who changed what at this node, to operators.")
                .taking(ACT, BY, ABOUT, BEFORE, CommonParameters.LIMIT)
                .costlyIf(any -> true)
                .giving(200, "A page, the newest first; it may be empty and have a next one.", "Audit")
                .by(this::page);
    }

    private String kept() {
        return trail.isPresent() ? "here" : on ? "elsewhere" : "nowhere";
    }

    private Reply page(CheckedRequest asked) {
        if (trail.isEmpty()) {
            return PlainReplies.json(200, json -> write(NOTHING, json));
        }
        asked.request().keepInMemory(AuditSearch.MEMORY_BYTES);
        AuditTrail.Page page = read(asked);
        byte[] shown = Json.writeObject(json -> write(page, json));
        asked.request().keepInMemory(shown.length);
        return Reply.json(200, shown).notStored();
    }

    private AuditTrail.Page read(CheckedRequest asked) {
        Optional<String> before = asked.has("before") ? Optional.of(asked.text("before", "")) : Optional.empty();
        try {
            return trail.orElseThrow().read(line -> isWanted(asked, line), PlainLists.limit(asked), before);
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log cannot be read", e);
        }
    }

    private static boolean isWanted(CheckedRequest asked, AuditLine line) {
        return (!asked.has("act") || line.act().equals(asked.text("act", "")))
                && (!asked.has("by") || line.value("by").equals(asked.text("by", "")))
                && (!asked.has("about") || line.isAbout(asked.text("about", "")));
    }

    private void write(AuditTrail.Page page, JsonGenerator json) throws IOException {
        json.writeStringField("kept", kept());
        Json.writeArray(json, "lines", page.lines(), line -> write(line, json));
        if (page.unread() > 0) {
            json.writeNumberField("unread", page.unread());
        }
        if (page.next().isPresent()) {
            json.writeStringField("next", page.next().get());
        }
    }

    private static void write(AuditLine line, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("at", line.at());
        json.writeStringField("act", line.act());
        for (String name : new String[] {"by", "from", "outcome"}) {
            json.writeStringField(name, line.value(name));
        }
        Json.writeArray(json, "about", line.about(), member -> {
            json.writeStartObject();
            json.writeStringField("name", member.name());
            json.writeStringField("value", String.valueOf(member.value()));
            json.writeEndObject();
        });
        json.writeEndObject();
    }
}
