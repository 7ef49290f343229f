package io.mintmark.server.ravendb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One of RavenDB's clients, unmodified, in a process of its own that does what a test asks: words out, JSON back. The words are
 * those of {@code cutoff.mjs}.
 */
final class ClientProgram implements AutoCloseable {
    /** Only a guard against a hang. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Writer words;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private ClientProgram(Process process) {
        this.process = process;
        words = process.outputWriter(UTF_8);
        Thread reader = new Thread(() -> read(process.inputReader(UTF_8)), "client-program");
        reader.setDaemon(true);
        reader.start();
    }

    static ClientProgram start(ProcessBuilder program) {
        try {
            return new ClientProgram(
                    program.redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(BufferedReader lines) {
        lines.lines().forEach(answers::add);
    }

    /**
     * What came of it.
     *
     * @param ids of the documents that were stored
     * @param node which node stored them
     * @param stamp of the document that was loaded; empty if there is none
     * @param number the identity; 0 if the client returned none
     * @param failure what the client threw; empty if nothing
     */
    record Done(List<String> ids, String node, String stamp, long number, String failure, long millis) {
        boolean succeeded() {
            return failure.isEmpty();
        }

        /** Returns this if it succeeded, and fails with what the client threw. */
        Done expectSuccess() {
            assertThat(failure).isEmpty();
            return this;
        }
    }

    /** Returns once the client did it, or failed to. */
    Done ask(String... asked) {
        try {
            words.write(String.join(" ", asked) + "\n");
            words.flush();
            String answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer).as("%s", String.join(" ", asked)).isNotNull();
            return done(JSON.readTree(answer));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Done done(JsonNode answer) {
        List<String> ids = new ArrayList<>();
        answer.path("ids").forEach(id -> ids.add(id.asText()));
        return new Done(
                ids,
                answer.path("node").asText(),
                answer.path("stamp").asText(),
                answer.path("number").asLong(),
                answer.path("failure").asText(),
                answer.path("millis").asLong());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
