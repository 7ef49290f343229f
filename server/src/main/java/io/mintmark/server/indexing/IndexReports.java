package io.mintmark.server.indexing;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.RavenTime;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.IndexState;
import io.mintmark.storage.index.KeptError;
import io.mintmark.support.Json;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** What indexes are and how they stand, in the words of RavenDB. */
final class IndexReports {
    /** What an error has around its texts. */
    private static final int BYTES_AN_ERROR = 128;

    private final Function<Request, DatabaseIndexes> at;

    IndexReports(Function<Request, DatabaseIndexes> at) {
        this.at = at;
    }

    void addTo(Router router) {
        router.add("GET", Routes.INDEXES, this::definitions)
                .add("GET", Routes.INDEX_STATS, this::statistics)
                .add("GET", Routes.INDEX_ERRORS, this::errors)
                .add("GET", Routes.INDEX_STALENESS, this::staleness)
                .add("GET", Routes.INDEX_STATUS, this::status);
    }

    /** Writes one of several results. */
    @FunctionalInterface
    private interface Writing<T> {
        void to(T each, JsonGenerator json) throws IOException;
    }

    private static <T> Reply results(List<T> results, Writing<T> writing) {
        return Reply.json(200, Json.writeObject(json -> {
            Json.writeArray(json, "Results", results, each -> writing.to(each, json));
        }));
    }

    private Reply definitions(Request request) {
        DatabaseIndexes present = at.apply(request);
        Query query = request.query();
        Optional<String> name = query.first(Parameters.NAME);
        if (name.isPresent() && present.list().find(name.get()).isEmpty()) {
            return Reply.empty(404);
        }
        List<IndexEntry> entries = IndexEndpoints.selected(present, request).stream()
                .sorted(Comparator.comparing(IndexEntry::name))
                .skip(query.count(Parameters.START, 0))
                .limit(query.count(Parameters.PAGE_SIZE, Integer.MAX_VALUE))
                .toList();
        return query.flag(Parameters.NAMES_ONLY)
                ? results(entries, (entry, json) -> json.writeString(entry.shownName()))
                : results(entries, (entry, json) -> {
                    request.keepInMemory(entry.given().toString().length());
                    ShownIndex.writeDefinition(entry, json);
                });
    }

    private Reply statistics(Request request) {
        DatabaseIndexes present = at.apply(request);
        return results(
                IndexEndpoints.selected(present, request),
                (entry, json) -> ShownIndex.writeStatistics(
                        entry, present.state(entry), present.errors(entry).size(), json));
    }

    private Reply errors(Request request) {
        DatabaseIndexes present = at.apply(request);
        return results(IndexEndpoints.selected(present, request), (entry, json) -> {
            json.writeStartObject();
            json.writeStringField("Name", entry.shownName());
            Json.writeArray(json, "Errors", present.errors(entry), kept -> {
                request.keepInMemory(BYTES_AN_ERROR
                        + kept.error().subject().length()
                        + kept.error().message().length());
                write(kept, json);
            });
            json.writeEndObject();
        });
    }

    private static void write(KeptError kept, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("Timestamp", RavenTime.format(kept.moment()));
        json.writeStringField("Document", kept.error().subject());
        json.writeStringField("Action", kept.error().action());
        json.writeStringField("Error", kept.error().message());
        json.writeEndObject();
    }

    private Reply staleness(Request request) {
        DatabaseIndexes present = at.apply(request);
        IndexEntry entry = IndexEndpoints.require(present, request.query().required(Parameters.NAME));
        Optional<IndexState> state = present.state(entry);
        present.hurry(entry);
        boolean isStale = state.isEmpty() || state.get().isStale();
        return Reply.json(200, Json.writeObject(json -> {
            json.writeBooleanField("IsStale", isStale);
            json.writeArrayFieldStart("StalenessReasons");
            if (isStale) {
                json.writeString(reason(entry, state));
            }
            json.writeEndArray();
        }));
    }

    private static String reason(IndexEntry entry, Optional<IndexState> state) {
        if (entry.stopped() != null) {
            return "It was stopped, since its work does not fit: " + entry.stopped()
                    + " Change the documents or the definition, then let it go on by POST admin/indexes/start?name=, or begin"
                    + " anew by RESET indexes?name=.";
        }
        String failure = state.map(IndexState::failure).orElse(null);
        if (failure != null) {
            return "It could not go on, and tries again: " + failure;
        }
        if (state.isPresent() && state.get().status() == IndexState.Status.PAUSED) {
            return "It was told to rest: POST admin/indexes/start makes it go on.";
        }
        return entry.isBeingCleared()
                ? "Everything that it wrote is being removed; then it begins anew."
                : "Documents were changed that it has not read yet.";
    }

    private Reply status(Request request) {
        DatabaseIndexes present = at.apply(request);
        List<IndexState> states = present.indexes();
        boolean rests =
                !states.isEmpty() && states.stream().allMatch(state -> state.status() == IndexState.Status.PAUSED);
        return Reply.json(200, Json.writeObject(json -> {
            json.writeStringField("Status", rests ? "Paused" : "Running");
            Json.writeArray(json, "Indexes", states, state -> {
                json.writeStartObject();
                json.writeStringField("Name", Objects.requireNonNull(state.name()));
                json.writeStringField("Status", state.status().wireName());
                json.writeEndObject();
            });
        }));
    }
}
