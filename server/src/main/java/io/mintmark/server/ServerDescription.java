package io.mintmark.server;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.server.backup.Backups;
import io.mintmark.server.databases.Nodes;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.NodeJournal;
import io.mintmark.support.Json;
import io.mintmark.support.OwnVersion;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.http.Request;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * What an operator wants to know of a running server at a glance: the facts behind its metrics, as an object of JSON.
 * What a server does not have, a certificate for instance, is missing. Thread-safe.
 */
final class ServerDescription {
    private final MetricSources sources;
    private final Metrics metrics;
    private final Nodes nodes;
    private final Instant started;
    private final long startedNanos = System.nanoTime();

    /** Describes a server that starts now. */
    ServerDescription(MetricSources sources, Metrics metrics, Nodes nodes, InstantSource clock) {
        this.sources = sources;
        this.metrics = metrics;
        this.nodes = nodes;
        this.started = clock.instant();
    }

    /** Returns what writes the members for the sender of {@code request}. */
    Json.Writing of(Request request) {
        return json -> {
            json.writeStringField("version", OwnVersion.text());
            json.writeStringField("java", System.getProperty("java.version"));
            json.writeStringField("started", started.toString());
            json.writeNumberField("uptimeSeconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos));
            nodes(request, json);
            store(json);
            databases(json);
            backup(json);
            certificate(json);
            refused(json);
        };
    }

    private void nodes(Request request, JsonGenerator json) throws IOException {
        json.writeStringField("node", nodes.own());
        Json.writeArray(json, "nodes", nodes.inOrder(request), node -> {
            json.writeStartObject();
            json.writeStringField("tag", node.tag());
            json.writeStringField("url", node.url());
            json.writeBooleanField("leaving", node.leaving());
            json.writeEndObject();
        });
    }

    private void store(JsonGenerator json) throws IOException {
        StorageEngine engine = sources.engine();
        StoreClass promised = sources.storeClass();
        json.writeObjectFieldStart("store");
        json.writeStringField("class", promised.level().text());
        if (!promised.why().isEmpty()) {
            json.writeStringField("why", promised.why());
        }
        json.writeBooleanField("serving", engine.state() == EngineState.SERVING);
        json.writeNumberField("sizeBytes", engine.sizeBytes());
        OptionalLong free = engine.freeBytes();
        if (free.isPresent()) {
            json.writeNumberField("freeBytes", free.getAsLong());
        }
        Optional<Boolean> witness = engine.witnessWritten();
        if (witness.isPresent()) {
            json.writeBooleanField("witnessWritten", witness.get());
        }
        Optional<Journal.Fill> kept =
                sources.journal().flatMap(NodeJournal::ifOpened).map(Journal::fill);
        if (kept.isPresent()) {
            json.writeNumberField("journalEntries", kept.get().entries());
            json.writeNumberField("journalSetAside", kept.get().setAside());
        }
        json.writeEndObject();
    }

    private void databases(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("databases");
        json.writeNumberField("open", sources.databases().openCount());
        json.writeNumberField("failed", sources.databases().failedCount());
        json.writeEndObject();
    }

    private void backup(JsonGenerator json) throws IOException {
        Backups backups = sources.backups();
        if (!backups.arePossible()) {
            return;
        }
        json.writeObjectFieldStart("backup");
        Optional<Instant> newest = backups.newest();
        if (newest.isPresent()) {
            json.writeStringField("newest", newest.get().toString());
        }
        json.writeNumberField("failed", backups.failures());
        json.writeEndObject();
    }

    private void certificate(JsonGenerator json) throws IOException {
        if (sources.certificate().isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("certificate");
        json.writeStringField("expires", sources.certificate().get().expires().toString());
        json.writeBooleanField("renewalRefused", sources.certificate().get().isRenewalRefused());
        json.writeEndObject();
    }

    private void refused(JsonGenerator json) throws IOException {
        AdmissionCounts load = sources.load();
        json.writeObjectFieldStart("refused");
        json.writeNumberField("requests", metrics.refusals());
        json.writeNumberField("shed", load.shedFull() + load.shedLate() + load.shedMemory());
        json.writeNumberField("slow", load.slowHeads() + load.slowBodies() + load.slowReaders());
        json.writeNumberField("connections", load.connectionsRefused() + load.handshakesRefused());
        json.writeNumberField("databases", sources.databases().turnedAway());
        json.writeEndObject();
    }
}
