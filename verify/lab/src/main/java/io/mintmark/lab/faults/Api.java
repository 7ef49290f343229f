package io.mintmark.lab.faults;

import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plain HTTP to a node. A request that gets no answer has status 0; nothing is ever sent twice by itself. */
final class Api {
    /** An answer, and when its request was sent and it had come, by {@link History#now}. */
    record Reply(int status, String body, String lease, String taken, long sent, long got) {
        boolean isDone() {
            return status >= 200 && status < 300;
        }

        /** Returns a number of the answer; it must be there. */
        long number(String member) throws IOException {
            return Long.parseLong(find("\"" + member + "\":\\s*(-?\\d+)"));
        }

        /** Returns a text of the answer; it must be there. */
        String text(String member) throws IOException {
            return find("\"" + member + "\":\\s*\"([^\"]*)\"");
        }

        private String find(String pattern) throws IOException {
            Matcher found = Pattern.compile(pattern).matcher(body);
            if (found.find()) {
                return found.group(1);
            }
            throw new IOException("an answer must match " + pattern + ": " + body);
        }
    }

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    Reply get(URI node, String path) throws IOException {
        return send("GET", node, path, "", PATIENCE);
    }

    Reply send(String method, URI node, String path, String body) throws IOException {
        return send(method, node, path, body, PATIENCE);
    }

    Reply send(String method, URI node, String path, String body, Duration patience) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(node + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .timeout(patience)
                .build();
        long sent = History.now();
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            String lease = answer.headers().firstValue("Mintmark-Lease").orElse("");
            String taken = answer.headers().firstValue("Mintmark-Return").orElse("");
            return new Reply(answer.statusCode(), answer.body(), lease, taken, sent, History.now());
        } catch (IOException none) {
            return new Reply(0, String.valueOf(none), "", "", sent, History.now());
        } catch (InterruptedException e) {
            throw Child.interrupted(e);
        }
    }

    static String coded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
