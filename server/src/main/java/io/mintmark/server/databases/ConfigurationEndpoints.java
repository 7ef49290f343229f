package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.Routes;
import io.mintmark.server.conformance.AdminBody;
import io.mintmark.support.Json;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What clients are told to do, read and set, for one database or the whole server. */
public final class ConfigurationEndpoints {
    /** How Python's client names itself, by the library with which it calls. It fails where an enumeration is null. */
    private static final String PYTHON = "python-requests/";

    private final Databases databases;
    private final Json json;

    /** Answers for all {@code databases}. */
    public ConfigurationEndpoints(Databases databases, Json json) {
        this.databases = databases;
        this.json = json;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("GET", Routes.CLIENT_CONFIGURATION, this::read)
                .add("PUT", Routes.DATABASE_CLIENT_CONFIGURATION, this::put)
                .add("GET", Routes.SERVER_CLIENT_CONFIGURATION, this::readServerWide)
                .add("GET", Routes.ADMIN_CLIENT_CONFIGURATION, this::readServerWide)
                .add("PUT", Routes.ADMIN_CLIENT_CONFIGURATION, this::putServerWide);
    }

    private Reply read(Request request) {
        databases.catchUpIfReachable();
        ClientConfiguration inForce = databases.require(request).clientConfiguration();
        return Reply.json(200, Json.writeObject(out -> {
                    out.writeNumberField("Etag", inForce.etag());
                    out.writeFieldName("Configuration");
                    out.writeRawValue(String.valueOf(inForce.described(readsNull(request))));
                }))
                .notStored();
    }

    private static boolean readsNull(Request request) {
        return !request.header("User-Agent").orElse("").startsWith(PYTHON);
    }

    /** What is set for a former life of a database would be in force nowhere. */
    private Reply put(Request request) {
        databases.catchUp();
        databases.configurations().put(databases.require(request).number(), AdminBody.object(json, request.body()));
        return Reply.empty(204);
    }

    private Reply readServerWide(Request request) {
        databases.catchUpIfReachable();
        @Nullable ObjectNode described = databases.configurations().serverWide().described(readsNull(request));
        return described == null
                ? Reply.empty(404)
                : Reply.json(200, described.toString().getBytes(StandardCharsets.UTF_8))
                        .notStored();
    }

    private Reply putServerWide(Request request) {
        databases.configurations().putServerWide(AdminBody.object(json, request.body()));
        return Reply.empty(204);
    }
}
