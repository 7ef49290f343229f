package io.mintmark.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process that may open few files. Only Linux answers on all of 127.0.0.0/8, which the greedy clients come from. */
@EnabledOnOs(OS.LINUX)
class NightlyOpenFilesIT {
    private static final int FILES = 400;
    private static final int ADDRESSES = 20;
    private static final int CONNECTIONS_EACH = 30;
    private static final int DATABASES = 80;
    /** Somewhat fewer than the half of the files that databases leave. */
    private static final int CONNECTIONS_LEFT = 180;

    @TempDir
    private Path directory;

    private static void connect(List<Socket> sockets, URI url) throws IOException {
        for (int i = 0; i < ADDRESSES * CONNECTIONS_EACH; i++) {
            sockets.add(connected(url, i));
        }
    }

    private static Socket connected(URI url, int number) throws IOException {
        Socket socket = new Socket();
        try {
            socket.bind(new InetSocketAddress("127.0.1." + (1 + number % ADDRESSES), 0));
            socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), 10_000);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static int status(HttpClient client, String method, URI target) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(Duration.ofSeconds(20))
                .method(method, BodyPublishers.ofString(method.equals("GET") ? "" : "{}"))
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    /**
     * Uses {@code DATABASES} databases, then lets new clients look at them; returns what the clients saw until one saw
     * something else than what it asked for, and what the server logged.
     */
    private String askAfterManyDatabases(String... limits) throws Exception {
        List<String> command = new ArrayList<>(List.of("serve", "--port", "0", "--data"));
        command.add(directory.resolve("data").toString());
        command.addAll(List.of(limits));
        List<Socket> others = new ArrayList<>();
        StringBuilder seen = new StringBuilder();
        try (ServerProcess server = ServerProcess.runWithFiles(FILES, directory, command.toArray(String[]::new))) {
            URI url = server.awaitReady();
            HttpClient client = HttpClient.newHttpClient();
            for (int i = 0; i < DATABASES && isWell(seen); i++) {
                seen.append(status(client, "PUT", url.resolve("/admin/databases?name=many" + i)));
                seen.append(status(client, "GET", url.resolve("/databases/many" + i + "/hilo/next?tag=orders")));
            }
            for (int i = 0; i < CONNECTIONS_LEFT && isWell(seen); i++) {
                others.add(connected(url, i));
                seen.append(answered(others.get(i), "/databases/many" + i % DATABASES + "/stats"));
            }
            return seen + "\n" + server.log();
        } finally {
            for (Socket socket : others) {
                socket.close();
            }
        }
    }

    private static boolean isWell(CharSequence seen) {
        return seen.toString().matches("(201)*(HTTP/1.1 200 OK)*");
    }

    /** Returns the status line that a connection gets, or why it got none. */
    private static String answered(Socket socket, String target) {
        try {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
            return new String(socket.getInputStream().readNBytes("HTTP/1.1 200 OK".length()), US_ASCII);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void shouldAnswerNewConnectionsWhileDatabasesWantEveryFile() throws Exception {
        assertThat(askAfterManyDatabases())
                .startsWith("201201".repeat(DATABASES) + "HTTP/1.1 200 OK".repeat(CONNECTIONS_LEFT) + "\n")
                .doesNotContain("Too many open files");
    }

    /** The broken twin: databases that may take every file leave too few to connections, or to each other. */
    @Test
    void wouldRunOutOfFilesIfDatabasesTookThemAll() throws Exception {
        assertThat(askAfterManyDatabases("--limit-open-databases", "" + DATABASES))
                .matches("(?s)(?!(201|HTTP/1.1 200 OK)*\n).*");
    }

    @Test
    void shouldOpenDatabasesWhileConnectionsWantEveryFile() throws Exception {
        String data = directory.resolve("data").toString();
        List<Socket> greedy = new ArrayList<>();
        try (ServerProcess server =
                ServerProcess.runWithFiles(FILES, directory, "serve", "--port", "0", "--data", data)) {
            URI url = server.awaitReady();
            connect(greedy, url);

            HttpClient client = HttpClient.newHttpClient();
            for (int i = 0; i < 10; i++) {
                String name = "late" + i;
                assertThat(status(client, "PUT", url.resolve("/admin/databases?name=" + name)))
                        .isEqualTo(201);
                assertThat(status(client, "GET", url.resolve("/databases/" + name + "/hilo/next?tag=orders")))
                        .isEqualTo(201);
            }
            assertThat(server.log())
                    .contains("At most " + FILES / 2 + " connections", "only " + FILES + " files", "ulimit -n")
                    .doesNotContain("Too many open files");
        } finally {
            for (Socket socket : greedy) {
                socket.close();
            }
        }
    }
}
