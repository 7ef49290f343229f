package io.mintmark.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.support.LogEntry;
import io.mintmark.web.access.AuditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** A log that programs read: each line is one JSON object, whatever is in its message. */
@ExtendWith(Logging.class)
class LogJsonTest {
    @TempDir
    private Path directory;

    @AfterEach
    void clear() {
        MDC.clear();
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file, US_ASCII)) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    @Test
    void shouldBeOneObjectALineThatNothingInItCanForge() throws IOException {
        Path file = directory.resolve("mintmark.log");
        Logging.by("--log-file", file.toString(), "--log-format", "JSON");
        String forged = "x\"}\n{\"level\":\"ERROR\"}\u001b[31m\u202e\u009b\u2028\ud83d";

        LoggerFactory.getLogger("io.mintmark.Some").warn("name {}", forged);
        LoggerFactory.getLogger("io.mintmark.Some").info("second");

        List<JsonNode> lines = lines(file);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).path("message").asText()).isEqualTo("name " + forged);
        assertThat(lines.get(0).path("level").asText()).isEqualTo("WARN");
        assertThat(lines.get(0).path("logger").asText()).isEqualTo("io.mintmark.Some");
        assertThat(lines.get(0).path("thread").asText())
                .isEqualTo(Thread.currentThread().getName());
        assertThat(lines.get(0).path("time").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(lines.get(1).has("stack") || lines.get(1).has("context")).isFalse();
    }

    @Test
    void shouldTellFailuresWithTheirCausesAndWhatAnAgentAdds() throws IOException {
        Path file = directory.resolve("mintmark.log");
        Logging.by("--log-file", file.toString(), "--log-format", "json");
        MDC.put("trace_id", "4bf92f3577b34da6");

        LoggerFactory.getLogger("some")
                .error("failed", new IllegalStateException("outer", new IllegalArgumentException("inner")));

        JsonNode line = lines(file).get(0);
        assertThat(line.path("exception").asText()).isEqualTo("java.lang.IllegalStateException");
        assertThat(line.path("stack").asText())
                .contains("IllegalStateException: outer\n", "IllegalArgumentException: inner\n", "LogJsonTest");
        assertThat(line.path("context").path("trace_id").asText()).isEqualTo("4bf92f3577b34da6");
    }

    @Test
    void shouldBeTheFormOfTheAuditLogToo() throws IOException {
        Path file = directory.resolve("audit.log");
        Logging.by("--audit-file", file.toString(), "--log-format", "json", "--log-level", "error");

        LoggerFactory.getLogger(AuditLog.LOGGER).info("reserve by=\"ada\"");

        assertThat(lines(file)).singleElement().satisfies(line -> {
            assertThat(line.path("logger").asText()).isEqualTo(AuditLog.LOGGER);
            assertThat(line.path("message").asText()).isEqualTo("reserve by=\"ada\"");
        });
    }

    @Test
    void shouldTellTheMembersOfAnEventAsFields() throws IOException {
        Path file = directory.resolve("audit.log");
        Logging.by("--audit-file", file.toString(), "--log-format", "json", "--log-level", "error");
        String forged = "x\" by=\"bob\n\u2028";
        LogEntry entry = LogEntry.of(
                "delete",
                List.of(
                        LogEntry.Member.of("by", forged),
                        LogEntry.Member.of("name", "shop"),
                        LogEntry.Member.of("name", "y".repeat(300)),
                        new LogEntry.Member("status", 204),
                        new LogEntry.Member("millis", 1.5)));

        LoggerFactory.getLogger(AuditLog.LOGGER).info("{}", entry);

        assertThat(lines(file)).singleElement().satisfies(line -> {
            assertThat(line.path("message").asText()).isEqualTo("delete");
            JsonNode fields = line.path("fields");
            assertThat(fields.fieldNames()).toIterable().containsExactly("by", "name", "status", "millis");
            assertThat(fields.path("by").asText()).isEqualTo(forged);
            assertThat(fields.path("name").get(0).asText()).isEqualTo("shop");
            assertThat(fields.path("name").get(1).asText()).isEqualTo("y".repeat(256) + "…");
            assertThat(fields.path("status").intValue()).isEqualTo(204);
            assertThat(fields.path("millis").doubleValue()).isEqualTo(1.5);
        });
    }

    @Test
    void shouldTellTheSameEventsAsTextForPeople() throws IOException {
        Path file = directory.resolve("mintmark.log");
        Logging.by("--log-file", file.toString());

        LoggerFactory.getLogger("io.mintmark.Some")
                .info("{}", LogEntry.of("delete", List.of(LogEntry.Member.of("name", "a\"b\\c\nd"))));

        assertThat(Files.readString(file)).endsWith(" INFO  Some: delete name=\"a\\\"b\\\\c\\u000ad\"\n");
    }

    @Test
    void shouldRefuseAnotherFormByName() {
        CommandRun run = CommandRun.of("serve", "--log-format", "xml").expect(2);

        assertThat(run.err()).contains("--log-format", "must be one of text, json, but is 'xml': write json");
    }
}
