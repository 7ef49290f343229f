package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Api.Reply;
import io.mintmark.lab.faults.History.Stored;
import java.io.IOException;
import java.util.Random;

/** A client of one database at one node, which writes into the history what it was told. */
abstract class NodeClient {
    final Cluster cluster;
    final Api api;
    final History history;
    final int node;
    final String name;
    final Random random;

    /**
     * Where clients are.
     *
     * @param seed what decides their choices, beside their names
     */
    record Place(Cluster cluster, Api api, History history, int node, long seed) {}

    NodeClient(Place place, String name) {
        this.cluster = place.cluster;
        this.api = place.api;
        this.history = place.history;
        this.node = place.node;
        this.name = name;
        this.random = new Random(place.seed ^ name.hashCode());
    }

    /** Does one step; returns whether the node did what it was asked for. */
    abstract boolean step() throws IOException;

    /** Stores a document at the client's node under an id, or one that the server makes; returns whether it did. */
    final boolean store(String database, String id, String mark, String more, boolean isServers) throws IOException {
        String path = path(database) + "docs?id=" + Api.coded(id);
        Reply stored = api.send("PUT", cluster.url(node), path, "{\"Mark\":\"" + mark + "\"" + more + "}");
        if (stored.isDone()) {
            String known = isServers ? stored.text("Id") : id;
            history.add(new Stored(database, known, mark, isServers, stored.sent(), stored.got(), node));
        }
        return stored.isDone();
    }

    static String path(String database) {
        return "/databases/" + database + "/";
    }
}
