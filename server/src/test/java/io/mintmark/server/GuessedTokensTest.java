package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.mintmark.support.RecordedLog;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tokens that are guessed as fast as two addresses can, and a good caller beside them. */
@Timeout(60)
class GuessedTokensTest {
    private static final int GUESSERS = 4;
    private static final int GOOD_REQUESTS = 120;
    private static final int ENOUGH_GUESSES = 400;

    @AutoClose
    private final RecordedLog log = RecordedLog.of("io.mintmark.web.access");

    private final AtomicInteger guesses = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger admitted = new AtomicInteger();

    @TempDir
    Path directory;

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start() {
        callers = new Callers(directory).operator("ada").on("backend", "shop", DatabaseAccess.READ_WRITE);
        server = TestServer.start(directory);
        server.put("/admin/databases?name=shop", "{}", callers.as("ada"));
    }

    /** Guesses until it is told to stop, over a new connection whenever the server ended the one before. */
    private void guess(int number, AtomicBoolean over) {
        Random random = new Random(number);
        byte[] secret = new byte[24];
        while (!over.get()) {
            try (Socket socket = connect(number)) {
                boolean open = true;
                while (open && !over.get()) {
                    random.nextBytes(secret);
                    open = isKeptAfter("mintmark_" + HexFormat.of().formatHex(secret), socket);
                }
            } catch (IOException e) {
                // The server may end the connection while a guess is on its way.
            }
        }
    }

    private Socket connect(int number) throws IOException {
        URI url = server.url();
        InetAddress from = InetAddress.getByName("127.0.0." + (2 + number % 2));
        Socket socket = new Socket(InetAddress.getByName(url.getHost()), url.getPort(), from, 0);
        connections.incrementAndGet();
        return socket;
    }

    /** Sends a guess, and returns whether another one can follow it on the connection. */
    private boolean isKeptAfter(String token, Socket socket) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(("GET /databases/shop/hilo/next?tag=x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\n\r\n")
                .getBytes(US_ASCII));
        InputStream in = socket.getInputStream();
        byte[] head = in.readNBytes(12);
        if (head.length < 12) {
            return false;
        }
        guesses.incrementAndGet();
        admitted.addAndGet(new String(head, US_ASCII).endsWith("403") ? 0 : 1);
        String rest = "";
        while (!rest.endsWith("}")) {
            byte[] more = new byte[4_096];
            int count = in.read(more);
            if (count < 0) {
                return false;
            }
            rest += new String(more, 0, count, US_ASCII);
        }
        return !rest.contains("Connection: close");
    }

    @Test
    void shouldLetNobodyInAndSayItOnceAndServeGoodCallers() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < GUESSERS; i++) {
            int number = i;
            Thread thread = new Thread(() -> guess(number, over));
            threads.add(thread);
            thread.start();
        }
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < GOOD_REQUESTS || guesses.get() < ENOUGH_GUESSES; i++) {
            statuses.add(server.get(OverHttp.DB + "/hilo/next?tag=orders", callers.as("backend"))
                    .status());
        }
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(statuses).containsOnly(201);
        assertThat(admitted).hasValue(0);
        assertThat(guesses.get()).isGreaterThan(200);
        assertThat(connections.get())
                .as("beyond the free ones each costs a connection")
                .isGreaterThan(guesses.get() - 200);
        assertThat(log.events().stream()
                        .map(ILoggingEvent::getFormattedMessage)
                        .filter(line -> line.contains("does not know")))
                .as("a line of each address")
                .hasSize(2);
    }
}
