package io.mintmark.lab.faults;

import java.io.IOException;
import java.util.Random;

/** A client of one database at one node, which writes into the history what it was told. */
abstract class NodeClient {
    final Cluster cluster;
    final Api api;
    final History history;
    final int node;
    final String database;
    final String name;
    final Random random;

    /** Creates one whose choices {@code seed} and its name decide. */
    NodeClient(Cluster cluster, Api api, History history, String database, int node, String name, long seed) {
        this.cluster = cluster;
        this.api = api;
        this.history = history;
        this.database = database;
        this.node = node;
        this.name = name;
        this.random = new Random(seed ^ name.hashCode());
    }

    /** Does one step; returns whether the node did what it was asked for. */
    abstract boolean step() throws IOException;

    final String path() {
        return "/databases/" + database + "/";
    }
}
