package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.HttpConnection;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An index whose script is hostile to each document that says so. Somebody stores such documents and waits for the
 * index, one after the other, so that the script is under way all the time.
 */
final class HostileIndex implements AutoCloseable {
    /** What a script does to a hostile document. */
    enum Kind {
        LOOP("an endless loop", "while (true) {}"),
        UNENDING("a loop that catches its end", "for (;;) { try { while (true) {} } finally { continue; } }"),
        RECURSION("endless recursion", "const f = () => f(); f();"),
        PROMISES(
                "promises without end", "Promise.resolve().then(function again() { Promise.resolve().then(again); });"),
        TEXT("two gigabytes of text", "let s = 'x'; for (let i = 0; i < 31; i++) s += s; return { K: s };"),
        BYTES("arrays of bytes", "const all = []; for (;;) all.push(new Uint8Array(1 << 20));"),
        TEXTS("an array of texts", "const all = []; for (let i = 0; ; i++) all[i] = 'text ' + i;"),
        PROTOTYPES(
                "changed prototypes",
                "Object.prototype.x = 9; Array.prototype.push = () => 0; JSON.stringify = () => '{}'; globalThis.map = null;"),
        HOST("the host's classes", "Java.type('java.lang.System').exit(1);"),
        PATTERN("a regular expression", "return { K: /^(a+)+(b|\\\\1)$/.test('a'.repeat(40) + 'c') };");

        private final String shown;
        private final String body;

        Kind(String shown, String body) {
            this.shown = shown;
            this.body = body;
        }

        private String definition() {
            return "{\"Indexes\":[{\"Name\":\"hostile\",\"OutputReduceToCollection\":\"Groups\","
                    + "\"Maps\":[\"map('Texts', t => { if (t.bad) { " + body + " } return { K: t.x }; })\"],"
                    + "\"Reduce\":\"groupBy(e => e.K).aggregate(g => ({ K: g.key }))\"}]}";
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    private final HttpConnection connection;
    private final String database;
    private final Thread thread = new Thread(this::feed, "hostile-index");
    private volatile boolean closing;
    private volatile @Nullable IOException failure;
    private int documents;
    private double longestSeconds;

    private HostileIndex(HttpConnection connection, String database) {
        this.connection = connection;
        this.database = "/databases/" + database;
    }

    /** Creates a database with an index of that kind, and begins to feed it. */
    static HostileIndex start(TargetServer server, Kind kind) throws IOException {
        HostileIndex index = new HostileIndex(HttpConnection.to(server.url()), "hostile-" + kind.name());
        index.require("PUT /admin/databases?name=hostile-" + kind.name(), "{}");
        index.require("PUT " + index.database + "/indexes", kind.definition());
        // What is measured begins with a process that runs.
        index.follow("false");
        index.longestSeconds = 0;
        index.documents = 0;
        index.thread.start();
        return index;
    }

    private void require(String line, String body) throws IOException {
        String ignored = connection.require(line, body);
    }

    private void feed() {
        try {
            while (!closing) {
                follow("true");
                follow("false");
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Stores a document and waits until the index is done with it, however that ends. */
    private void follow(String bad) throws IOException {
        long begun = System.nanoTime();
        require(
                "POST " + database + "/bulk_docs?waitForIndexesTimeout=00:05:00&waitForIndexThrow=true",
                "{\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"texts/" + documents
                        + "\",\"Document\":{\"x\":1,\"bad\":" + bad
                        + ",\"@metadata\":{\"@collection\":\"Texts\"}}}]}");
        documents++;
        longestSeconds = Math.max(longestSeconds, (System.nanoTime() - begun) / 1e9);
    }

    /** What it came to: documents that were followed, and how long the slowest of them took, in seconds. */
    record Result(int documents, double longestSeconds) {}

    /** Ends after the document under way. */
    Result result() throws IOException {
        close();
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
        return new Result(documents, longestSeconds);
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connection.close();
    }
}
