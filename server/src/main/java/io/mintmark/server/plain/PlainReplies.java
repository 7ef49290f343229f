package io.mintmark.server.plain;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.support.Json;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Replies in their two forms. None is kept by a cache: what it hands out, or shows, is true once. Stateless. */
final class PlainReplies {
    private static final int CHARS_USUAL = 64;
    private static final String TEXT = "text/plain; charset=utf-8";

    private PlainReplies() {}

    /** Returns an object. */
    static Reply json(int status, Json.Writing members) {
        return Reply.json(status, Json.writeObject(members)).notStored();
    }

    /** Returns one id; this is asked for most often, so it is put together without a generator. */
    static Reply id(String id, long number) {
        StringBuilder json = new StringBuilder(CHARS_USUAL).append("{\"id\":\"");
        Json.escape(id, json);
        json.append("\",\"number\":").append(number).append('}');
        return Reply.json(200, json.toString().getBytes(StandardCharsets.UTF_8)).notStored();
    }

    /** Returns the ids of all numbers from {@code first} to {@code last}. */
    static Reply ids(long first, long last, List<String> ids) {
        return json(200, json -> {
            json.writeStringField("id", ids.get(0));
            json.writeNumberField("number", first);
            json.writeNumberField("last", last);
            Json.writeArray(json, "ids", ids, json::writeString);
        });
    }

    /** Returns where something that is numbered stands now. */
    static Reply standing(String name, long last) {
        return json(200, json -> {
            json.writeStringField("name", name);
            json.writeNumberField("last", last);
        });
    }

    /** Returns lines of text. */
    static Reply lines(List<String> lines) {
        String text = String.join("\n", lines) + "\n";
        return Reply.text(200, TEXT, text.getBytes(StandardCharsets.UTF_8)).notStored();
    }

    /** Writes one entry of a list as an object. */
    @FunctionalInterface
    interface EntryWriting<T> {
        /** Writes its members. */
        void of(T entry, JsonGenerator json) throws IOException;
    }

    /**
     * Returns a page of a list.
     *
     * @param head writes what stands before the list
     * @param member what the list is called
     * @param next what the request for the next page says, if there is one
     */
    static <T> Reply page(
            Request request,
            Json.Writing head,
            String member,
            List<T> entries,
            EntryWriting<T> writing,
            Optional<String> next) {
        byte[] page = Json.writeObject(json -> {
            head.to(json);
            Json.writeArray(json, member, entries, entry -> {
                json.writeStartObject();
                writing.of(entry, json);
                json.writeEndObject();
            });
            if (next.isPresent()) {
                json.writeStringField("next", next.get());
            }
        });
        request.keepInMemory(page.length);
        return Reply.json(200, page).notStored();
    }
}
