package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.script.ByteTemplate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A tenant who fills what all databases share: with scripts that do not end, waits that do not, and watchers of much.
 */
final class FullRooms implements AutoCloseable {
    private static final String DATABASE = "/databases/" + Victims.HOSTILE;
    private static final int PUTTERS = 20;
    private static final int WAITERS = 64;
    private static final int WATCHERS = 300;
    private static final int PREFIXES = 500;
    private static final int DOCUMENTS = 2_000;
    private static final int ADDRESSES = 4;
    /** What a watcher's prefixes have ever more in common with. */
    private static final String LONG_ID = "a".repeat(PREFIXES);

    /** Watches a prefix; each turn has a longer one. */
    private static final ByteTemplate WATCH =
            ByteTemplate.of("⟦text:{\"CommandId\":1,\"Command\":\"watch-prefix\",\"Param\":\"⟦t×a⟧!\"}⟧");

    private static final String DOCUMENTS_OF =
            "{\"Commands\":[⟦%d,{\"Type\":\"PUT\",\"Id\":\"%s⟦i⟧\",\"Document\":{\"x\":1,\"@metadata\":{\"@collection\":\"%s\"}}}⟧]}";

    private static final String TEXTS = ascii(DOCUMENTS_OF.formatted(DOCUMENTS, "texts/", "Texts"));
    private static final String WATCHED = ascii(DOCUMENTS_OF.formatted(100, LONG_ID, "Watched"));
    private static final String STOPPED =
            "{\"Name\":\"Stopped\",\"OutputReduceToCollection\":\"Stopped\",\"Aggregation\":{\"Collection\":\"Others\","
                    + "\"GroupBy\":[\"K\"],\"Aggregates\":[{\"Name\":\"C\",\"Function\":\"Count\"}]}}";

    private static final String POWER = "return { K: String(3n ** 90000000n).length };";
    private static final String LOOP = "while (true) {}";

    private final URI server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    private FullRooms(URI server) {
        this.server = server;
    }

    /** Fills all rooms, and keeps them full until it is closed. */
    static FullRooms fill(Victims victims) throws IOException {
        FullRooms rooms = new FullRooms(victims.urls().get(0));
        rooms.prepare();
        for (int i = 0; i < PUTTERS; i++) {
            int number = i;
            rooms.again("putter-" + i, connection -> rooms.put(connection, number));
        }
        for (int i = 0; i < WAITERS; i++) {
            rooms.again("waiter-" + i, FullRooms::waitForEver);
        }
        for (int i = 0; i < WATCHERS; i++) {
            rooms.watch(i);
        }
        rooms.again("writer", FullRooms::write);
        return rooms;
    }

    private void prepare() throws IOException {
        try (HttpConnection connection = HttpConnection.to(server)) {
            String ignored = connection.require(
                    "PUT " + DATABASE + "/indexes", indexes(script("loop", LOOP), script("power", POWER), STOPPED));
            ignored = connection.require("POST " + DATABASE + "/admin/indexes/stop?name=Stopped", "");
            ignored = connection.require("POST " + DATABASE + "/bulk_docs", TEXTS);
        }
    }

    private static String ascii(String template) {
        return new String(ByteTemplate.of(template).bytes(), StandardCharsets.US_ASCII);
    }

    private static String indexes(String... definitions) {
        return "{\"Indexes\":[" + String.join(",", definitions) + "]}";
    }

    private static String script(String name, String body) {
        return "{\"Name\":\"" + name + "\",\"OutputReduceToCollection\":\"Out" + name
                + "\",\"Maps\":[\"map('Texts', t => { " + body
                + " })\"],\"Reduce\":\"groupBy(e => e.K).aggregate(g => ({ K: g.key }))\"}";
    }

    /** Sends a request, and leaves how it is answered to the server. */
    @FunctionalInterface
    private interface Asking {
        void ask(HttpConnection connection) throws IOException;
    }

    private void again(String name, Asking asking) {
        Thread thread = new Thread(
                () -> {
                    while (!closing) {
                        try (HttpConnection connection = HttpConnection.to(server)) {
                            asking.ask(connection);
                            Victim.pause();
                        } catch (IOException e) {
                            // The next one comes at once.
                        }
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void put(HttpConnection connection, int number) throws IOException {
        String endless = number % 2 == 0 ? LOOP : "3n ** 90000000n;";
        int ignored = connection.ask(
                "PUT " + DATABASE + "/indexes",
                indexes("{\"Name\":\"put" + number + "\",\"OutputReduceToCollection\":\"Put\",\"Maps\":[\"" + endless
                        + "\"],\"Reduce\":\"groupBy(e => e.K).aggregate(g => ({ K: g.key }))\"}"));
    }

    private static void waitForEver(HttpConnection connection) throws IOException {
        int ignored = connection.ask(
                "POST " + DATABASE + "/bulk_docs?waitForIndexesTimeout=9999.00:00:00&waitForSpecificIndex=Stopped",
                "{\"Commands\":[]}");
    }

    private static void write(HttpConnection connection) throws IOException {
        int ignored = connection.ask("POST " + DATABASE + "/bulk_docs", WATCHED);
    }

    /** Opens a WebSocket from one of some addresses, names its prefixes, and reads whatever comes. */
    private void watch(int number) throws IOException {
        InetSocketAddress to = ServerAddress.of(server).socket();
        Socket socket = new Socket(
                to.getAddress(), to.getPort(), InetAddress.getByName("127.0.0." + (2 + number % ADDRESSES)), 0);
        sockets.add(socket);
        socket.getOutputStream()
                .write(("GET " + DATABASE + "/changes HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        Thread thread = new Thread(() -> name(socket), "watcher-" + number);
        thread.setDaemon(true);
        thread.start();
    }

    private static void name(Socket socket) {
        byte[] unread = new byte[1 << 14];
        try {
            for (int i = 0; i < PREFIXES; i++) {
                socket.getOutputStream().write(WATCH.bytes(0, i));
                int ignored = socket.getInputStream().read(unread);
            }
            while (socket.getInputStream().read(unread) >= 0) {
                // Nothing of it is of interest.
            }
        } catch (IOException e) {
            // It was cut off, or the scene is over.
        }
    }

    @Override
    public String toString() {
        return PUTTERS + " connections that put endless scripts, 2 endless scripts of " + DOCUMENTS + " documents, "
                + WAITERS + " endless waits, " + WATCHERS + " watchers of " + PREFIXES + " prefixes each";
    }

    @Override
    public void close() throws IOException {
        closing = true;
        for (Socket socket : new ArrayList<>(sockets)) {
            socket.close();
        }
    }
}
