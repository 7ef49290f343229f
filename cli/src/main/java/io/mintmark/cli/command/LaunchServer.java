package io.mintmark.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.cli.terminal.Caller;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.decimal.DecimalId;
import io.mintmark.decimal.LaunchRefusedException;
import io.mintmark.internal.FailureText;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * A launch log on a server: each launch is a document {@code launches/N}, whose number is the database's identity.
 *
 * <p>The server answers when document and number are durable. An answer that is lost costs a number.
 */
final class LaunchServer {
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String PREFIX = "launches/";
    private static final String TEMPLATE = "launches|";

    private final Caller caller;
    private final URI server;
    private final String database;
    private final ObjectMapper json = new ObjectMapper();

    LaunchServer(Caller caller, String database) {
        this.caller = caller;
        this.server = caller.server();
        this.database = database;
    }

    /** Stores a launch and returns its id. */
    int append(LaunchFile.Entry entry) {
        HttpResponse<String> reply = send(request(body(entry)));
        if (reply.statusCode() == 403) {
            throw new LaunchRefusedException("The server " + server + " refused the launch: " + reason(reply.body())
                    + " The bearer token comes from " + Variables.TOKEN
                    + ", or the certificate from --own-certificate; `mintmark access add NAME --allow "
                    + database + "=read-write` on the server's machine makes one.");
        }
        if (reply.statusCode() != 201) {
            throw new LaunchRefusedException("The server " + server + " did not store the launch in the database "
                    + database + " (status " + reply.statusCode() + "): create the database, or see to the server.");
        }
        long id = number(reply.body());
        if (id > DecimalId.LAUNCH_MAX) {
            throw new LaunchRefusedException("The database " + database + " has had all " + DecimalId.LAUNCH_MAX
                    + " launches, this is " + id + ": begin a new column of ids in another database.");
        }
        return (int) id;
    }

    private String reason(String refusal) {
        try {
            return json.readTree(refusal).path("Message").asText("it did not say why.");
        } catch (JsonProcessingException e) {
            return "it did not say why.";
        }
    }

    private String body(LaunchFile.Entry entry) {
        try {
            return json.writeValueAsString(Map.of(
                    "At", entry.at().toString(),
                    "By", entry.by(),
                    "Note", entry.note(),
                    "@metadata", Map.of("@collection", "Launches")));
        } catch (JsonProcessingException e) {
            throw new LaunchRefusedException("The note cannot be written as JSON: " + e.getOriginalMessage());
        }
    }

    private HttpRequest request(String body) {
        return caller.request("/databases/" + encoded(database) + "/docs?id=" + encoded(TEMPLATE))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body))
                .build();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return caller.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new LaunchRefusedException("The server " + server + " cannot be reached (" + FailureText.of(e)
                    + "): whether a number was used is unknown; draw again.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LaunchRefusedException("Interrupted while the server " + server + " was asked; draw again.");
        }
    }

    private long number(String reply) {
        try {
            String id = json.readTree(reply).path("Id").asText();
            if (id.matches(PREFIX + "[1-9][0-9]{0,17}")) {
                return Long.parseLong(id.substring(PREFIX.length()));
            }
        } catch (JsonProcessingException e) {
            // Told below.
        }
        throw new LaunchRefusedException("The server " + server + " answered with no id " + PREFIX
                + "N: is it a Mintmark" + " server, and is / its separator?");
    }
}
