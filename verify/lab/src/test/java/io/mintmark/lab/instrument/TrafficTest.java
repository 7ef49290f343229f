package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrafficTest {
    private final Traffic traffic = new Traffic(URI.create("http://127.0.0.1:8080"), "load");

    @Test
    void shouldAnnounceTheLengthOfEveryBody() throws IOException {
        String request = next(traffic.batches(new IssuedNumbers(0, 1), 100));
        String body = request.substring(request.indexOf("\r\n\r\n") + 4);

        assertThat(request).startsWith("POST /databases/load/bulk_docs HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n");
        assertThat(request).contains("\r\nContent-Length: " + body.length() + "\r\n");
        JsonNode commands = new ObjectMapper().readTree(body).get("Commands");
        assertThat(commands).hasSize(100);
        assertThat(commands.get(99).get("Id").textValue()).isEqualTo("users/100-A");
        assertThat(commands.get(99).at("/Document/@metadata/@collection").textValue())
                .isEqualTo("Users");
    }

    @Test
    void shouldSaveADocumentOfAboutTheStatedSize() {
        String request = next(traffic.puts(new IssuedNumbers(1_000_000, 1)));

        assertThat(request).startsWith("PUT /databases/load/docs?id=users%2F1000001-A HTTP/1.1\r\n");
        assertThat(request.length() - request.indexOf("\r\n\r\n") - 4).isBetween(240, 260);
    }

    @Test
    void shouldAskAllCountersInTurn() {
        Requests reservations = traffic.reservations(1_000);
        Set<String> tags = new HashSet<>();
        IntStream.range(0, 1_000).forEach(i -> tags.add(next(reservations).replaceFirst("(?s)&.*", "")));

        assertThat(tags).hasSize(1_000).contains("GET /databases/load/hilo/next?tag=orders0");
    }

    @Test
    void shouldReadOnlyWhatWasSaved() {
        Requests reads = traffic.reads(10);
        Set<String> ids = new HashSet<>();
        IntStream.range(0, 1_000)
                .forEach(i -> ids.add(next(reads).replaceFirst("(?s).*users%2F(\\d+)-A HTTP.*", "$1")));

        assertThat(ids).containsExactlyInAnyOrder("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
    }

    @Test
    void shouldAskForManyOfWhatWasSaved() throws IOException {
        String request = next(traffic.readsOfMany(10, 100));
        String body = request.substring(request.indexOf("\r\n\r\n") + 4);

        assertThat(request).startsWith("POST /databases/load/docs HTTP/1.1\r\n").doesNotContain("gzip");
        assertThat(request).contains("\r\nContent-Length: " + body.length() + "\r\n");
        JsonNode ids = new ObjectMapper().readTree(body).get("Ids");
        assertThat(ids).hasSize(100);
        ids.forEach(id -> assertThat(id.textValue()).matches("users/([1-9]|10)-A"));
    }

    @Test
    void shouldListWhatFollowsASavedDocument() {
        assertThat(next(traffic.lists(5, 100)))
                .matches(
                        "(?s)GET /databases/load/docs\\?startsWith=users%2F&pageSize=100&startAfter=users%2F[1-5]-A HTTP.*")
                .endsWith("\r\n\r\n");
    }

    @Test
    void shouldRememberTheVersionOfADocument() {
        assertThat(next(traffic.unchanged("users/7-A", "\"A:7-x\"")))
                .startsWith("GET /databases/load/docs?&id=users%2F7-A HTTP/1.1\r\n")
                .endsWith("\r\nIf-None-Match: \"A:7-x\"\r\n\r\n");
    }

    @Test
    void shouldGiveEachCallerNumbersOfItsOwn() {
        IssuedNumbers numbers = new IssuedNumbers(0, 2);
        Set<Long> issued = new HashSet<>();
        for (int i = 0; i < 3 * IssuedNumbers.BLOCK; i++) {
            assertThat(issued.add(numbers.next(i % 2))).isTrue();
        }

        assertThat(issued).hasSize(3 * IssuedNumbers.BLOCK).allMatch(number -> number >= 1);
    }

    @Test
    void shouldStreamCommandsThatAreJson() throws IOException {
        RequestBuffer out = new RequestBuffer();
        Traffic.streamed().write(7, out);

        assertThat(new ObjectMapper().readTree(out.toString()).get("Id").textValue())
                .isEqualTo("users/7-A");
        assertThat(new String(traffic.bulkInsertHead(3), StandardCharsets.US_ASCII))
                .startsWith("POST /databases/load/bulk_insert?id=3 HTTP/1.1\r\n")
                .endsWith("\r\n");
    }

    private static String next(Requests requests) {
        RequestBuffer out = new RequestBuffer();
        requests.write(0, out);
        return out.toString();
    }
}
