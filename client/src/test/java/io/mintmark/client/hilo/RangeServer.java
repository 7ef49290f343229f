package io.mintmark.client.hilo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.client.RemoteRanges;
import io.mintmark.client.RemoteRangesBuilder;
import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.ClusterSettings;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.document.NodeTag;
import io.mintmark.protocol.Routes;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A server in this process with a database {@code shop}, and how to set a counter on it. */
public final class RangeServer implements AutoCloseable {
    public static final String DATABASE = "shop";

    private final MintmarkServer server;
    private final Cluster cluster;

    private RangeServer(MintmarkServer server) {
        this.server = server;
        this.cluster = Cluster.of(ClusterSettings.builder(List.of(server.url())).build());
    }

    public static RangeServer start(Path directory) {
        return start(directory, "A");
    }

    /** Starts one whose counters stand where the last range ends, as tests judge them. */
    public static RangeServer start(Path directory, String nodeTag) {
        RangeServer started = new RangeServer(MintmarkServer.start(ServerSettings.builder(directory)
                .port(0)
                .nodeTag(NodeTag.of(nodeTag))
                .rangesAhead(false)
                .build()));
        started.put(RequestTarget.of(Routes.ADMIN_DATABASES).with("name", DATABASE), "{\"DatabaseName\":\"shop\"}");
        return started;
    }

    /** Sets where a counter stands, by its document. */
    public void setMax(String tag, long max) {
        put(
                RequestTarget.of(Routes.DOCS, DATABASE).with("id", "Raven/Hilo/" + tag),
                "{\"Max\":" + max + ",\"@metadata\":{\"@collection\":\"@hilo\"}}");
    }

    private void put(RequestTarget target, String body) {
        int status = cluster.send(Request.put(target.toString()).json(body.getBytes(UTF_8)))
                .status();
        if (status != 201) {
            throw new AssertionError("PUT " + target + " was answered " + status);
        }
    }

    public URI url() {
        return server.url();
    }

    public RemoteRangesBuilder ranges(String tag) {
        return RemoteRanges.builder(url().toString()).database(DATABASE).tag(tag);
    }

    @Override
    public void close() {
        cluster.close();
        server.close();
    }
}
