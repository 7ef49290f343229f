package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk of {@code docs/artificial-documents.md}: each call prints what the line below it says, … being anything. */
class ArtificialDocumentsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "artificial-documents.md");
    private static final Pattern CALL =
            Pattern.compile("curl -s -X (\\w+) 'http://127\\.0\\.0\\.1:8080(/[^']*)'(?: -d '([^']*)')?");

    @TempDir
    Path directory;

    @Test
    void shouldPrintWhatThePageSays() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int calls = 0;
        try (TestServer server = TestServer.start(directory)) {
            for (int i = 0; i < lines.size(); i++) {
                Matcher call = CALL.matcher(lines.get(i));
                if (call.matches()) {
                    String body = call.group(3) == null ? "" : call.group(3);
                    Answer answer = server.send(call.group(1), call.group(2), body);
                    String printed = new String(answer.response().body(), StandardCharsets.UTF_8);
                    assertThat(("# " + printed).strip()).as(lines.get(i)).matches(pattern(lines.get(i + 1)));
                    calls++;
                }
            }
        }
        assertThat(calls).isGreaterThan(6);
    }

    private static Pattern pattern(String shown) {
        return Pattern.compile(
                Pattern.compile("…").splitAsStream(shown).map(Pattern::quote).collect(Collectors.joining(".*")));
    }
}
