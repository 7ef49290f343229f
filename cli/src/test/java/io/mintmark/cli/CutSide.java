package io.mintmark.cli;

import io.mintmark.cli.EngineWire.Way;
import io.mintmark.cli.Nodes.Node;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** One node with a wire to PostgreSQL of its own, which fails and heals; it is killed and started again in its directory. */
final class CutSide implements AutoCloseable {
    /** Each way; a node counts an answer that takes longer than a second as none. */
    private static final long SLOW_MILLIS = 1_500;

    final String tag;
    private final int engine;
    private final EngineWire wire;
    private final Nodes nodes;
    private final Path data;
    private final HttpClient http = HttpClient.newHttpClient();
    private Node node;

    /** How its wire fails. */
    enum Fault {
        REFUSED,
        VANISHED,
        TO_ENGINE,
        TO_NODE,
        SLOW
    }

    /** Starts it in {@code scratch}, over the engine at that port. */
    CutSide(String tag, Path scratch, int engine, String database) throws IOException {
        this.tag = tag;
        this.engine = engine;
        this.wire = new EngineWire(engine);
        this.data = scratch.resolve("journaled");
        this.nodes =
                new Nodes(Files.createDirectory(scratch), Nodes.jar(), DurablePostgres.options(wire.port(), database));
        this.node = nodes.ready(nodes.launch(tag, 0, data));
    }

    URI url() {
        return node.url;
    }

    void fail(Fault fault) {
        switch (fault) {
            case REFUSED -> wire.cut();
            case VANISHED -> wire.darken();
            case TO_ENGINE -> wire.darken(Way.TO_ENGINE);
            case TO_NODE -> wire.darken(Way.TO_NODE);
            case SLOW -> wire.delay(SLOW_MILLIS);
        }
    }

    void heal() {
        wire.delay(0);
        wire.lighten();
        wire.mend(engine);
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        nodes.kill(node);
    }

    /** Starts again what was killed, where it was, once its tag is free. */
    void startAgain() throws IOException {
        node = nodes.startAgain(tag, node.url.getPort(), data);
    }

    /** SIGSTOP, for that long. */
    void pause(Duration time) throws IOException, InterruptedException {
        node.process.pause();
        RealTime.pass(time);
        node.process.resume();
    }

    /** Returns whether the store is there for it, and everything that it took is home. */
    boolean isWell() throws IOException, InterruptedException {
        return status("/databases/" + Calls.DATABASE + "/healthcheck") == 204
                && metric("mintmark_journal_entries") == 0;
    }

    /** Returns the sum of a metric's values over all its labels. */
    double metric(String name) throws IOException, InterruptedException {
        return http.send(request("/metrics"), BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private int status(String path) throws IOException, InterruptedException {
        return http.send(request(path), BodyHandlers.discarding()).statusCode();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(url().resolve(path))
                .timeout(Duration.ofSeconds(20))
                .build();
    }

    @Override
    public void close() throws IOException {
        nodes.close();
        wire.close();
    }
}
