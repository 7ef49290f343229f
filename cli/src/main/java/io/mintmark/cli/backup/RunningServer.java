package io.mintmark.cli.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.mintmark.cli.terminal.Caller;
import io.mintmark.cli.terminal.PatientInput;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.internal.FailureText;
import io.mintmark.internal.Ticker;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Routes;
import io.mintmark.server.backup.BackupException;
import io.mintmark.server.backup.Manifest;
import io.mintmark.server.backup.Pace;
import io.mintmark.storage.lifecycle.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;

/** A server that runs, which is asked over HTTP and sends its backup while it makes it. */
final class RunningServer implements BackupRequest {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A server opens a database before it sends the first byte of it, and looks through a large one for long. */
    private static final Duration SILENCE_MAX = Duration.ofMinutes(5);

    private static final int REASON_BYTES_MAX = 64 << 10;

    private final URI server;
    private final Instant begun = Ticker.wallClock().instant();
    private final HttpResponse<InputStream> reply;
    private final InputStream body;

    RunningServer(Caller caller) {
        this(caller, SILENCE_MAX);
    }

    RunningServer(Caller caller, Duration silenceMax) {
        this.server = caller.server();
        this.reply = send(caller);
        this.body = new PatientInput(reply.body(), silenceMax);
        if (reply.statusCode() != 200) {
            throw refused();
        }
    }

    private static HttpResponse<InputStream> send(Caller caller) {
        HttpRequest request = caller.request(Routes.ADMIN_BACKUP)
                .POST(BodyPublishers.noBody())
                .build();
        try {
            return caller.send(request, BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new BackupException(
                    "The server " + caller.server() + " cannot be asked for a backup (" + FailureText.of(e)
                            + "): check --url, and that it runs.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BackupException(
                    "Interrupted while the server " + caller.server() + " was asked for a backup.", e);
        }
    }

    private BackupException refused() {
        JsonNode said = said();
        String remedy = switch (reply.statusCode()) {
            case 403 ->
                " The bearer token comes from " + Variables.TOKEN + ", or the certificate from --own-certificate, and"
                        + " must be an operator's: `mintmark access add NAME --operator` on the server's machine makes"
                        + " one.";
            case 400, 404 -> knowsBackups(said) ? "" : " It must be a Mintmark server that knows backups.";
            default -> "";
        };
        return new BackupException("The server " + server + " makes no backup (status " + reply.statusCode() + "): "
                + said.path("Message").asText("it did not say why.") + remedy);
    }

    /** A server without this route refuses the path; one that has it refuses for a reason of its own. */
    private static boolean knowsBackups(JsonNode said) {
        return said.has("Type") && !said.path("Type").asText().equals(ErrorType.ROUTE_NOT_FOUND.wireName());
    }

    private JsonNode said() {
        try (InputStream said = body) {
            return new ObjectMapper().readTree(said.readNBytes(REASON_BYTES_MAX));
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        } catch (IOException e) {
            return JsonNodeFactory.instance.objectNode().put("Message", "its reason was cut off.");
        }
    }

    @Override
    public Instant begun() {
        return begun;
    }

    @Override
    public Manifest copyTo(OutputStream out, Pace pace, Progress progress) {
        long expected = reply.headers().firstValueAsLong(Headers.BACKUP_BYTES).orElse(0);
        return Copying.run(body, "of " + server, out, pace, expected, progress);
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException e) {
            // Nothing more is read.
        }
    }
}
