package io.mintmark.lab.instrument;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Requests to one database, with the parameters and header fields of RavenDB's official clients. */
public final class Traffic {
    /** A range of long ago, so that the next one stays at 32 numbers. */
    private static final String HILO_PARAMETERS =
            "&lastBatchSize=32&lastRangeAt=2026-01-01T00%3A00%3A00.0000000Z" + "&identityPartsSeparator=%2F&lastMax=0";

    private static final String RESERVATION = "/hilo/next?tag=orders";
    private static final byte[] PUT_BEFORE = bytes("{\"Id\":\"users/");
    private static final byte[] PUT_BETWEEN = bytes("-A\",\"ChangeVector\":null,\"Document\":");
    private static final byte[] STREAM_BETWEEN = bytes("-A\",\"Document\":");
    private static final byte[] PUT_AFTER = bytes(",\"Type\":\"PUT\"}");

    private final URI server;
    private final String database;
    private final byte[] end;
    private final String fields;
    private final String plainFields;

    /** Requests go to a database of {@code server}. */
    public Traffic(URI server, String database) {
        this.server = server;
        this.database = "/databases/" + database;
        plainFields = " HTTP/1.1\r\nHost: " + server.getAuthority()
                + "\r\nRaven-Client-Version: 6.0.2\r\nTopology-Etag: \"1\"\r\nClient-Configuration-Etag: \"0\""
                + "\r\n";
        fields = plainFields + "Accept-Encoding: gzip\r\n";
        end = bytes(fields + "\r\n");
    }

    /**
     * An answer of the server that never changes, on the way of all others: {@code /build/version} would not do, since
     * what watchers ask has a short queue of its own.
     */
    public Requests constant() {
        byte[] request = bytes("GET /cluster/node-info" + fields + "\r\n");
        return (connection, out) -> out.bytes(request);
    }

    /** Returns the request that {@link #reservations} sends for one counter. */
    public GetRequest reservation() {
        List<String> sent = fields.lines()
                .skip(1)
                .filter(field -> !field.startsWith("Host:"))
                .toList();
        return new GetRequest(
                server.resolve(database + RESERVATION + HILO_PARAMETERS).toString(), sent);
    }

    /** Ranges of {@code orders}, or of as many counters as said, in turn. */
    public Requests reservations(int counters) {
        byte[] before = bytes("GET " + database + RESERVATION);
        byte[] after = bytes(HILO_PARAMETERS + fields + "\r\n");
        if (counters == 1) {
            return (connection, out) -> out.bytes(before).bytes(after);
        }
        long[] last = {0};
        return (connection, out) -> {
            last[0] = (last[0] + 1) % counters;
            out.bytes(before).number(last[0]).bytes(after);
        };
    }

    /** Ranges of as many counters as said, those of {@link #reservations}, in an order that jumps about. */
    public Requests reservationsAnywhere(int counters) {
        if (counters == 1) {
            return reservations(1);
        }
        byte[] before = bytes("GET " + database + RESERVATION);
        byte[] after = bytes(HILO_PARAMETERS + fields + "\r\n");
        long[] state = {1};
        return (connection, out) -> {
            state[0] = next(state[0]);
            out.bytes(before).number(number(state[0], counters) - 1).bytes(after);
        };
    }

    /** Numbers of one identity. */
    public Requests identities() {
        byte[] request =
                bytes("POST " + database + "/identity/next?name=orders%7C" + fields + "Content-Length: 0\r\n\r\n");
        return (connection, out) -> out.bytes(request);
    }

    /** New documents, one a request. */
    public Requests puts(IssuedNumbers numbers) {
        byte[] before = bytes("PUT " + database + "/docs?id=users%2F");
        RequestBuffer body = new RequestBuffer();
        return (connection, out) -> {
            long number = numbers.next(connection);
            DocumentText.write(number, body.clear());
            out.bytes(before).number(number).text("-A");
            appendBody(out, body);
        };
    }

    /** New documents, several a request. */
    public Requests batches(IssuedNumbers numbers, int documents) {
        byte[] before = bytes("POST " + database + "/bulk_docs");
        RequestBuffer body = new RequestBuffer();
        return (connection, out) -> {
            body.clear().text("{\"Commands\":[");
            for (int i = 0; i < documents; i++) {
                body.text(i == 0 ? "" : ",");
                command(numbers.next(connection), PUT_BETWEEN, body);
            }
            appendBody(out.bytes(before), body.text("]}"));
        };
    }

    private void appendBody(RequestBuffer out, RequestBuffer body) {
        out.text(fields).text("Content-Type: application/json\r\nContent-Length: ");
        out.number(body.length()).text("\r\n\r\n").append(body);
    }

    private static void command(long number, byte[] between, RequestBuffer out) {
        out.bytes(PUT_BEFORE).number(number).bytes(between);
        DocumentText.write(number, out);
        out.bytes(PUT_AFTER);
    }

    /** Documents 1 to {@code documents} by id, in an order that jumps about. */
    public Requests reads(long documents) {
        byte[] before = bytes("GET " + database + "/docs?&id=users%2F");
        long[] state = {1};
        return (connection, out) -> {
            state[0] = next(state[0]);
            out.bytes(before).number(number(state[0], documents)).text("-A").bytes(end);
        };
    }

    /** One document that the client remembers in the version that there is. */
    public Requests unchanged(String id, String etag) {
        byte[] request = bytes("GET " + database + "/docs?&id=" + id.replace("/", "%2F") + fields + "If-None-Match: "
                + etag + "\r\n\r\n");
        return (connection, out) -> out.bytes(request);
    }

    /** Several of documents 1 to {@code documents} a request, by id, in an order that jumps about. */
    public Requests readsOfMany(long documents, int ids) {
        byte[] before = bytes("POST " + database + "/docs");
        RequestBuffer body = new RequestBuffer();
        long[] state = {1};
        return (connection, out) -> {
            body.clear().text("{\"Ids\":[");
            for (int i = 0; i < ids; i++) {
                state[0] = next(state[0]);
                body.text(i == 0 ? "\"users/" : ",\"users/")
                        .number(number(state[0], documents))
                        .text("-A\"");
            }
            body.text("]}");
            out.bytes(before).text(plainFields).text("Content-Type: application/json\r\nContent-Length: ");
            out.number(body.length()).text("\r\n\r\n").append(body);
        };
    }

    /** Several documents a request: those that follow one of documents 1 to {@code documents} in the order of ids. */
    public Requests lists(long documents, int size) {
        byte[] before =
                bytes("GET " + database + "/docs?startsWith=users%2F&pageSize=" + size + "&startAfter=users%2F");
        byte[] after = bytes(plainFields + "\r\n");
        long[] state = {1};
        return (connection, out) -> {
            state[0] = next(state[0]);
            out.bytes(before).number(number(state[0], documents)).text("-A").bytes(after);
        };
    }

    private static long next(long state) {
        return state * 6364136223846793005L + 1442695040888963407L;
    }

    private static long number(long state, long documents) {
        return Math.floorMod(state >>> 16, documents) + 1;
    }

    /** The head of a {@code bulk_insert}, but for its last fields. */
    public byte[] bulkInsertHead(long operation) {
        return bytes(
                "POST " + database + "/bulk_insert?id=" + operation + fields + "Content-Type: application/json\r\n");
    }

    /** The commands that a {@code bulk_insert} streams. */
    public static BulkInsertStream.Commands streamed() {
        return (number, out) -> command(number, STREAM_BETWEEN, out);
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }
}
