package io.mintmark.server.databases;

import io.mintmark.document.NodeTag;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.ProtocolVersion;
import io.mintmark.protocol.Routes;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import io.mintmark.server.http.Router;
import io.mintmark.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Function;

/** Where the nodes are and what this one is; one node, which is its own leader. */
public final class TopologyEndpoints {
    /** The number of the server's own topology: one node, always the same. */
    private static final long CLUSTER_ETAG = 1;

    private final Databases databases;
    private final NodeTag nodeTag;
    private final Function<Request, String> publicUrl;
    private final String topologyId;

    /** Answers with the URL that {@code publicUrl} finds for a request: clients call it from then on. */
    public TopologyEndpoints(Databases databases, NodeTag nodeTag, Function<Request, String> publicUrl) {
        this.databases = databases;
        this.nodeTag = nodeTag;
        this.publicUrl = publicUrl;
        // One node is its own cluster: the same tag gives the same id after a restart.
        this.topologyId = UUID.nameUUIDFromBytes(("mintmark/" + nodeTag).getBytes(StandardCharsets.US_ASCII))
                .toString();
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("GET", Routes.TOPOLOGY, this::topology)
                .add("GET", Routes.CLUSTER_TOPOLOGY, this::clusterTopology)
                .add("GET", Routes.NODE_INFO, this::nodeInfo)
                .add("GET", Routes.TCP_INFO, request -> tcpInfo())
                .add("GET", Routes.BUILD_VERSION, request -> buildVersion());
    }

    private Reply topology(Request request) {
        String name = request.query().required(Parameters.NAME);
        return databases.find(name).map(database -> topology(request, database)).orElseGet(() -> missing(name));
    }

    /** A database that was raised after a restore has a new topology: clients ask again, and hear of its new life. */
    private Reply topology(Request request, Database database) {
        return Reply.json(200, Json.write(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("Promotables");
            json.writeEndArray();
            json.writeArrayFieldStart("Nodes");
            json.writeStartObject();
            json.writeStringField("Url", publicUrl.apply(request));
            json.writeStringField("ClusterTag", nodeTag.text());
            json.writeStringField("ServerRole", "Member");
            json.writeStringField("Database", request.query().required(Parameters.NAME));
            json.writeEndObject();
            json.writeEndArray();
            json.writeNumberField("Etag", database.incarnation());
            json.writeStringField("Life", database.life(request));
            json.writeEndObject();
        }));
    }

    /** Clients look for this shape here, not for that of other errors. */
    private static Reply missing(String name) {
        return Reply.json(503, Json.write(json -> {
                    json.writeStartObject();
                    json.writeStringField("Type", "Error");
                    json.writeStringField("Message", "Database " + name + " wasn't found");
                    json.writeEndObject();
                }))
                .header(Headers.DATABASE_MISSING, name);
    }

    private Reply clusterTopology(Request request) {
        String url = publicUrl.apply(request);
        return Reply.json(200, Json.write(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("Topology");
            json.writeStringField("TopologyId", topologyId);
            for (String members : new String[] {"AllNodes", "Members"}) {
                json.writeObjectFieldStart(members);
                json.writeStringField(nodeTag.text(), url);
                json.writeEndObject();
            }
            for (String none : new String[] {"Promotables", "Watchers"}) {
                json.writeObjectFieldStart(none);
                json.writeEndObject();
            }
            json.writeStringField("LastNodeId", nodeTag.text());
            json.writeNumberField("Etag", CLUSTER_ETAG);
            json.writeEndObject();
            json.writeNumberField("Etag", CLUSTER_ETAG);
            json.writeStringField("Leader", nodeTag.text());
            json.writeNumberField("LeaderShipDuration", 1);
            json.writeStringField("CurrentState", "Leader");
            json.writeStringField("NodeTag", nodeTag.text());
            json.writeNumberField("CurrentTerm", 1);
            for (String none : new String[] {"NodeLicenseDetails", "Status"}) {
                json.writeObjectFieldStart(none);
                json.writeEndObject();
            }
            json.writeStringField("LastStateChangeReason", "");
            json.writeEndObject();
        }));
    }

    private Reply nodeInfo(Request request) {
        return Reply.json(200, Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("NodeTag", nodeTag.text());
            json.writeStringField("TopologyId", topologyId);
            json.writeStringField("ClusterStatus", "Leader");
            json.writeNumberField("NumberOfCores", Runtime.getRuntime().availableProcessors());
            json.writeStringField("CurrentState", "Leader");
            json.writeBooleanField("HasFixedPort", true);
            json.writeStringField("ServerRole", "Member");
            json.writeEndObject();
        }));
    }

    /** RavenDB's clients ask this to learn whether a server that failed is well again; nothing answers on such an address. */
    private Reply tcpInfo() {
        return NoStore.on(Reply.json(200, Json.write(json -> {
            json.writeStartObject();
            json.writeNullField("Url");
            json.writeNullField("Certificate");
            json.writeStringField("NodeTag", nodeTag.text());
            json.writeEndObject();
        })));
    }

    private static Reply buildVersion() {
        return Reply.json(200, Json.write(json -> {
            json.writeStartObject();
            json.writeNumberField("BuildVersion", ProtocolVersion.BUILD);
            json.writeStringField("ProductVersion", ProtocolVersion.PRODUCT);
            json.writeStringField("CommitHash", "");
            json.writeStringField("FullVersion", ProtocolVersion.FULL);
            json.writeEndObject();
        }));
    }
}
