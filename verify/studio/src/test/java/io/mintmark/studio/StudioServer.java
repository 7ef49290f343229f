package io.mintmark.studio;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server of its own on a free port of loopback, and a program that calls it. */
final class StudioServer implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final MintmarkServer server;

    private StudioServer(MintmarkServer server) {
        this.server = server;
    }

    static StudioServer on(Path directory) {
        return new StudioServer(
                MintmarkServer.start(ServerSettings.builder(directory).port(0).build()));
    }

    URI url() {
        return server.url();
    }

    /** Sends a request that must succeed, and returns the body. */
    String ask(String method, String target, String body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url().resolve(target)).method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new AssertionError(method + " " + target + ": " + answer.statusCode() + " " + answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new AssertionError(method + " " + target, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(method + " " + target, e);
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        server.close();
    }
}
