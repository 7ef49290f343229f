package io.mintmark.cli;

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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process that may open few files. Only Linux answers on all of 127.0.0.0/8, which the greedy clients come from. */
@EnabledOnOs(OS.LINUX)
class OpenFilesIT {
    private static final int FILES = 400;
    private static final int ADDRESSES = 20;
    private static final int CONNECTIONS_EACH = 30;

    @TempDir
    private Path directory;

    private static void connect(List<Socket> sockets, URI url) throws IOException {
        for (int i = 0; i < ADDRESSES * CONNECTIONS_EACH; i++) {
            Socket socket = new Socket();
            sockets.add(socket);
            socket.bind(new InetSocketAddress("127.0.1." + (1 + i % ADDRESSES), 0));
            socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), 10_000);
        }
    }

    private static int status(HttpClient client, String method, URI target) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(target)
                .method(method, BodyPublishers.ofString(method.equals("GET") ? "" : "{}"))
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
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
