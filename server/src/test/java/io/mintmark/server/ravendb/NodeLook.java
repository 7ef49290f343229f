package io.mintmark.server.ravendb;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** What one node shows of itself, asked by no client of RavenDB's. */
record NodeLook(URI url) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the sum of a metric's values over all its labels. */
    double metric(String name) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** Returns the member {@code Stamp} of a document; empty if there is none. */
    String stamp(String id) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                get("/databases/" + ThreeNodes.DATABASE + "/docs?id=" + URLEncoder.encode(id, UTF_8));
        return answer.statusCode() == 200
                ? JSON.readTree(answer.body()).at("/Results/0/Stamp").asText()
                : "";
    }

    boolean isWell() throws IOException, InterruptedException {
        return get("/databases/" + ThreeNodes.DATABASE + "/healthcheck").statusCode() == 204;
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
    }
}
