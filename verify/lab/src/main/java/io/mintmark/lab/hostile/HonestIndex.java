package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.HttpConnection;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** An index in the tenants' database that counts documents: whether indexes still work shows in its output alone. */
final class HonestIndex {
    private static final String DATABASE = " /databases/" + Victims.TENANT + "/";
    private static final String DEFINITION =
            "{\"Indexes\":[{\"Name\":\"Honest\",\"OutputReduceToCollection\":\"Counts\","
                    + "\"Aggregation\":{\"Collection\":\"Honest\",\"GroupBy\":[\"K\"],"
                    + "\"Aggregates\":[{\"Name\":\"C\",\"Function\":\"Count\"}]}}]}";
    private static final String DOCUMENT = "{\"K\":\"honest\",\"@metadata\":{\"@collection\":\"Honest\"}}";

    private final Victims victims;
    private int documents;

    private HonestIndex(Victims victims) {
        this.victims = victims;
    }

    /** Puts the index. */
    static HonestIndex put(Victims victims) throws IOException {
        try (HttpConnection connection = Victims.connection(victims.urls().get(0))) {
            String ignored = connection.require(201, "PUT" + DATABASE + "indexes", DEFINITION);
        }
        return new HonestIndex(victims);
    }

    /** Stores one more document at a server, and returns whether its count shows at another within some seconds. */
    boolean makesProgress(int seconds) throws IOException {
        List<URI> servers = victims.urls();
        URI writer = servers.get(documents % servers.size());
        URI reader = servers.get((documents + 1) % servers.size());
        try (HttpConnection connection = Victims.connection(writer)) {
            String ignored = connection.require(201, "PUT" + DATABASE + "docs?id=honest/" + documents, DOCUMENT);
        }
        documents++;
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < end) {
            try (HttpConnection connection = Victims.connection(reader)) {
                if (connection
                        .text("GET" + DATABASE + "docs?startsWith=Counts/")
                        .contains("\"C\":" + documents + ",")) {
                    return true;
                }
            }
            Victim.pause();
        }
        return false;
    }
}
