package io.mintmark.studio;

import io.mintmark.cli.Mintmark;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** A server of its own on a free port of loopback, and a program that calls it. */
final class StudioServer implements AutoCloseable {
    private static final String READY = "Server available on: ";

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI url;
    private final Runnable end;

    private StudioServer(URI url, Runnable end) {
        this.url = url;
        this.end = end;
    }

    static StudioServer on(Path directory) {
        return on(ServerSettings.builder(directory));
    }

    static StudioServer on(ServerSettings.Builder settings) {
        MintmarkServer server = MintmarkServer.start(settings.port(0).build());
        return new StudioServer(server.url(), server::close);
    }

    /** Starts what {@code ./mintmark serve} starts, as a process of its own, which is killed in the end. */
    static StudioServer served(Path directory, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Mintmark.class.getName(),
                "serve",
                "--port",
                "0",
                "--data",
                directory.toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String ready = Objects.requireNonNull(out.readLine(), "the server did not start");
        return new StudioServer(
                URI.create(ready.substring(READY.length())),
                () -> process.destroyForcibly().onExit().join());
    }

    URI url() {
        return url;
    }

    /** Sends a request that must succeed, and returns the body. */
    String ask(String method, String target, String body, String... headers) {
        return answered(method, target, askLater(method, target, body, headers).join());
    }

    /** Sends a request, whose answer comes later. */
    CompletableFuture<HttpResponse<String>> askLater(String method, String target, String body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url.resolve(target)).method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String answered(String method, String target, HttpResponse<String> answer) {
        if (answer.statusCode() >= 300) {
            throw new AssertionError(method + " " + target + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        end.run();
    }
}
