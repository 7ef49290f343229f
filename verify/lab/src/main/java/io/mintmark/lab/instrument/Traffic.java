package io.mintmark.lab.instrument;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;

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
    }

    /**
     * An answer of the server that never changes, on the way of all others: {@code /build/version} would not do, since
     * what watchers ask has a short queue of its own.
     */
    public Requests constant() {
        return always("GET /cluster/node-info" + fields + "\r\n");
    }

    /**
     * One GET request for load generators that write their own.
     *
     * @param url where it goes, with all parameters
     * @param fields its header fields, as they are sent
     */
    public record GetRequest(String url, List<String> fields) {}

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
        String before = "GET " + database + RESERVATION;
        String after = HILO_PARAMETERS + fields + "\r\n";
        long[] last = {0};
        return counters == 1
                ? always(before + after)
                : numbered(before, () -> last[0] = (last[0] + 1) % counters, after);
    }

    /** Ranges of as many counters as said, those of {@link #reservations}, in an order that jumps about. */
    public Requests reservationsAnywhere(int counters) {
        if (counters == 1) {
            return reservations(1);
        }
        LongSupplier jumping = jumping(counters);
        return numbered(
                "GET " + database + RESERVATION, () -> jumping.getAsLong() - 1, HILO_PARAMETERS + fields + "\r\n");
    }

    /** Numbers of one identity. */
    public Requests identities() {
        return always("POST " + database + "/identity/next?name=orders%7C" + fields + "Content-Length: 0\r\n\r\n");
    }

    /** New documents, one a request. */
    public Requests puts(IssuedNumbers numbers) {
        byte[] before = bytes("PUT " + database + "/docs?id=users%2F");
        RequestBuffer body = new RequestBuffer();
        return (connection, out) -> {
            long number = numbers.next(connection);
            DocumentText.write(number, body.clear());
            out.bytes(before).number(number).text("-A");
            appendBody(out, fields, body);
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
            appendBody(out.bytes(before), fields, body.text("]}"));
        };
    }

    private static void appendBody(RequestBuffer out, String fields, RequestBuffer body) {
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
        return numbered("GET " + database + "/docs?&id=users%2F", jumping(documents), "-A" + fields + "\r\n");
    }

    /** One document that the client remembers in the version that there is. */
    public Requests unchanged(String id, String etag) {
        return always("GET " + database + "/docs?&id=" + id.replace("/", "%2F") + fields + "If-None-Match: " + etag
                + "\r\n\r\n");
    }

    /** Several of documents 1 to {@code documents} a request, by id, in an order that jumps about. */
    public Requests readsOfMany(long documents, int ids) {
        byte[] before = bytes("POST " + database + "/docs");
        RequestBuffer body = new RequestBuffer();
        LongSupplier numbers = jumping(documents);
        return (connection, out) -> {
            body.clear().text("{\"Ids\":[");
            for (int i = 0; i < ids; i++) {
                body.text(i == 0 ? "\"users/" : ",\"users/")
                        .number(numbers.getAsLong())
                        .text("-A\"");
            }
            appendBody(out.bytes(before), plainFields, body.text("]}"));
        };
    }

    /** Several documents a request: those that follow one of documents 1 to {@code documents} in the order of ids. */
    public Requests lists(long documents, int size) {
        return numbered(
                "GET " + database + "/docs?startsWith=users%2F&pageSize=" + size + "&startAfter=users%2F",
                jumping(documents),
                "-A" + plainFields + "\r\n");
    }

    private static Requests always(String request) {
        byte[] bytes = bytes(request);
        return (connection, out) -> out.bytes(bytes);
    }

    private static Requests numbered(String before, LongSupplier numbers, String after) {
        byte[] first = bytes(before);
        byte[] last = bytes(after);
        return (connection, out) -> out.bytes(first).number(numbers.getAsLong()).bytes(last);
    }

    /** Returns numbers from 1 to {@code most} in an order that jumps about. */
    private static LongSupplier jumping(long most) {
        long[] state = {1};
        return () -> {
            state[0] = state[0] * 6364136223846793005L + 1442695040888963407L;
            return Math.floorMod(state[0] >>> 16, most) + 1;
        };
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
