package io.mintmark.server.databases;

import com.fasterxml.jackson.core.JsonGenerator;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.ProtocolVersion;
import io.mintmark.protocol.Routes;
import io.mintmark.support.Json;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.io.IOException;
import java.util.List;

/** Where the nodes are and what this one is. */
public final class TopologyEndpoints {
    private final Databases databases;
    private final Nodes nodes;

    /** Answers for {@code databases}, each of which is on all of {@code nodes}. */
    public TopologyEndpoints(Databases databases, Nodes nodes) {
        this.databases = databases;
        this.nodes = nodes;
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        router.add("GET", Routes.TOPOLOGY, this::topology)
                .add("GET", Routes.CLUSTER_TOPOLOGY, this::clusterTopology)
                .add("GET", Routes.NODE_INFO, this::nodeInfo)
                .add("GET", Routes.TCP_INFO, this::tcpInfo)
                .add("GET", Routes.BUILD_VERSION, request -> buildVersion())
                .nonBlocking("GET", Routes.NODE_INFO, any -> true)
                .nonBlocking("GET", Routes.BUILD_VERSION, any -> true);
    }

    private Reply topology(Request request) {
        String name = request.query().required(Parameters.NAME);
        return databases.find(name).map(database -> topology(request, database)).orElseGet(() -> missing(name));
    }

    /**
     * Writes the nodes for the application that asks. A database that was raised after a restore has a new topology:
     * clients ask again, and hear of its new life.
     */
    private Reply topology(Request request, Database database) {
        // Before the nodes: a client that has a newer number than its list would never ask for the newer list.
        long etag = databases.topologyEtag(database.name());
        return Reply.json(200, Json.writeObject(json -> {
            json.writeArrayFieldStart("Promotables");
            json.writeEndArray();
            json.writeArrayFieldStart("Nodes");
            String application = request.query().first(Parameters.APPLICATION).orElse("");
            for (Nodes.Node node : nodes.inOrderFor(application, request)) {
                json.writeStartObject();
                json.writeStringField("Url", node.url());
                json.writeStringField("ClusterTag", node.tag());
                json.writeStringField("ServerRole", node.leaving() ? "Rehab" : "Member");
                json.writeStringField("Database", request.query().required(Parameters.NAME));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberField("Etag", etag);
            json.writeStringField("Life", database.life(request));
        }));
    }

    /** Clients look for this shape here, not for that of other errors. */
    private static Reply missing(String name) {
        return Reply.json(503, Json.writeObject(json -> {
                    json.writeStringField("Type", "Error");
                    json.writeStringField("Message", "Database " + name + " wasn't found");
                }))
                .header(Headers.DATABASE_MISSING, name);
    }

    private Reply clusterTopology(Request request) {
        long etag = databases.topologyEtag();
        return Reply.json(200, Json.writeObject(json -> {
            json.writeObjectFieldStart("Topology");
            writeMembers(json, nodes.inOrder(request), etag);
            json.writeEndObject();
            json.writeNumberField("Etag", etag);
            json.writeStringField("Leader", nodes.leader());
            json.writeNumberField("LeaderShipDuration", 1);
            json.writeStringField("CurrentState", state());
            json.writeStringField("NodeTag", nodes.own());
            json.writeNumberField("CurrentTerm", 1);
            for (String none : new String[] {"NodeLicenseDetails", "Status"}) {
                json.writeObjectFieldStart(none);
                json.writeEndObject();
            }
            json.writeStringField("LastStateChangeReason", "");
        }));
    }

    /** Clients send what concerns no database to members: a node that is leaving is none any more. */
    private void writeMembers(JsonGenerator json, List<Nodes.Node> all, long etag) throws IOException {
        json.writeStringField("TopologyId", nodes.id());
        writeUrls(json, "AllNodes", all);
        writeUrls(json, "Members", all.stream().filter(node -> !node.leaving()).toList());
        writeUrls(json, "Promotables", List.of());
        writeUrls(json, "Watchers", List.of());
        json.writeStringField("LastNodeId", all.get(all.size() - 1).tag());
        json.writeNumberField("Etag", etag);
    }

    private static void writeUrls(JsonGenerator json, String member, List<Nodes.Node> some) throws IOException {
        json.writeObjectFieldStart(member);
        for (Nodes.Node node : some) {
            json.writeStringField(node.tag(), node.url());
        }
        json.writeEndObject();
    }

    private String state() {
        return nodes.own().equals(nodes.leader()) ? "Leader" : "Follower";
    }

    private Reply nodeInfo(Request request) {
        String state = state();
        return Reply.json(200, Json.writeObject(json -> {
            json.writeStringField("NodeTag", nodes.own());
            json.writeStringField("TopologyId", nodes.id());
            json.writeStringField("ClusterStatus", state);
            json.writeNumberField("NumberOfCores", Runtime.getRuntime().availableProcessors());
            json.writeStringField("CurrentState", state);
            json.writeBooleanField("HasFixedPort", true);
            json.writeStringField("ServerRole", "Member");
        }));
    }

    /**
     * RavenDB's clients ask this to learn whether a server that failed is well again, and some fail where it has no
     * address. Nothing answers there in RavenDB's binary protocol.
     */
    private Reply tcpInfo(Request request) {
        String url = nodes.tcpUrl(request);
        return Reply.json(200, Json.writeObject(json -> {
                    json.writeStringField("Url", url);
                    json.writeNullField("Certificate");
                    json.writeStringField("NodeTag", nodes.own());
                    json.writeArrayFieldStart("Urls");
                    json.writeString(url);
                    json.writeEndArray();
                }))
                .notStored();
    }

    private static Reply buildVersion() {
        return Reply.json(200, Json.writeObject(json -> {
            json.writeNumberField("BuildVersion", ProtocolVersion.BUILD);
            json.writeStringField("ProductVersion", ProtocolVersion.PRODUCT);
            json.writeStringField("CommitHash", "");
            json.writeStringField("FullVersion", ProtocolVersion.FULL);
        }));
    }
}
