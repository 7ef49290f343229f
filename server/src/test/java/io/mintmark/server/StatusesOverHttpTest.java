package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.principal.AccessListException;
import io.mintmark.web.http.ApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of refusal blames the request with 4xx or the server with 5xx, and misleads none of RavenDB's clients. */
class StatusesOverHttpTest extends OverHttp {
    private static final Path PAGE = Path.of("..", "docs", "http.md");
    private static final Pattern ROW = Pattern.compile("\\| `([A-Z][A-Za-z.]+)` \\| ([0-9, ]+) \\|.*");

    /** After these RavenDB's clients send the request again, to another node: only for what was not done. */
    private static final Set<Integer> SENT_AGAIN = Set.of(408, 410, 502, 503, 504);

    @BeforeEach
    void store() {
        put("there", "{\"@metadata\":{\"@collection\":\"Things\"}}");
        put("Raven/Hilo/full", "{\"Max\":9007199254740991,\"@metadata\":{\"@collection\":\"@hilo\"}}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "a parameter is missing; GET; hilo/next; ; 400; System.ArgumentException",
                "a parameter is missing too; POST; identity/next; ; 400; System.ArgumentException",
                "a parameter is no number; GET; hilo/next?tag=a&lastBatchSize=x; ; 400; System.ArgumentException",
                "a parameter came twice; GET; hilo/next?tag=a&tag=b; ; 400; System.ArgumentException",
                "an id is too long; PUT; docs?id=LONG; {}; 400; System.ArgumentException",
                "an id ends with a pipe; GET; docs?id=users%7C; ; 400; System.NotSupportedException",
                "the body is no JSON; PUT; docs?id=a; {; 400; System.IO.InvalidDataException",
                "the body is missing; PUT; docs?id=a; ; 400; System.IO.InvalidDataException",
                "a batch is no JSON; POST; bulk_docs; [; 400; System.IO.InvalidDataException",
                "a stream is no JSON; POST; bulk_insert?id=1; x; 400; System.IO.InvalidDataException",
                "a feature is not there; POST; queries; {}; 400; System.NotSupportedException",
                "a member is not known; PUT; /admin/databases?name=b; {\"X\":1}; 400; System.NotSupportedException",
                "an index is not understood; PUT; indexes; {\"Indexes\":[{\"Name\":\"x\"}]}; 400;"
                        + " Raven.Client.Exceptions.Documents.Indexes.IndexInvalidException",
                "an index is missing; RESET; indexes?name=none; ; 400;"
                        + " Raven.Client.Exceptions.Documents.Indexes.IndexDoesNotExistException",
                "a subscription is missing; GET; /info/remote-task/tcp?database=shop; ; 400;"
                        + " Raven.Client.Exceptions.Documents.Subscriptions.SubscriptionDoesNotExistException",
                "the collection is another; PUT; docs?id=there; {\"@metadata\":{\"@collection\":\"Others\"}}; 400;"
                        + " Raven.Client.Exceptions.Documents.DocumentCollectionMismatchException",
                "nobody is asked who calls; GET; /admin/access; ; 400; System.InvalidOperationException",
                "an operation is not known; POST; operations/kill?id=9; ; 400; System.ArgumentException",
                "there is no such path; GET; nowhere; ; 400; Raven.Client.Exceptions.Routing.RouteNotFoundException",
                "the path has other methods; POST; hilo/next; ; 405;"
                        + " Raven.Client.Exceptions.Routing.RouteNotFoundException",
                "a document is missing; GET; docs?id=none; ; 404; ",
                "the version is another; PUT; docs?id=there; {}; 409; Raven.Client.Exceptions.ConcurrencyException",
                "the name is taken; PUT; /admin/databases?name=shop; {}; 409;"
                        + " Raven.Client.Exceptions.ConcurrencyException",
                "the counter is at its end; GET; hilo/next?tag=full; ; 500; System.OverflowException",
                "the database is missing; GET; /databases/none/stats; ; 503;"
                        + " Raven.Client.Exceptions.Database.DatabaseDoesNotExistException",
            })
    void shouldSayWhoIsToBlame(String why, String method, String target, String body, int status, String type) {
        String there = target.startsWith("/") ? target : DB + "/" + target.replace("LONG", "x".repeat(513));
        String[] fields = status == 409 && !target.startsWith("/") ? new String[] {"If-Match", "\"\""} : new String[0];

        Answer answer = server.send(method, there, body == null ? "" : body, fields);

        assertThat(answer.status()).as("%s", answer).isEqualTo(status);
        assertThat(answer.text("Type")).isEqualTo(type == null ? "" : type);
    }

    @Test
    void shouldNameTheMethodsOfAPath() {
        assertThat(server.send("PATCH", "/metrics", "").header("Allow")).hasValue("GET, HEAD");
        assertThat(server.delete(DB + "/hilo/return", "").header("Allow")).hasValue("PUT");
    }

    @Test
    void shouldBlameTheServerForWhatItKeeps() {
        ApiException told = (ApiException) Refusals.translate(new AccessListException("The access list is gone."));

        assertThat(told.type()).isEqualTo(ErrorType.INTERNAL);
    }

    @Test
    void shouldHaveTheServersOwnFailuresAlone() {
        Set<ErrorType> own = EnumSet.allOf(ErrorType.class);
        own.removeIf(type -> type.status() != 500);

        assertThat(own)
                .containsExactlyInAnyOrder(
                        ErrorType.INDEX_LATE,
                        ErrorType.EXHAUSTED,
                        ErrorType.CANCELED,
                        ErrorType.CUT_SHORT,
                        ErrorType.INTERNAL);
    }

    /** 404 is an answer without a result to them, and 409 a lost race for a document. */
    @Test
    void shouldUseTheStatusesWithAMeaningOfTheirOwnForThatAlone() {
        for (ErrorType type : ErrorType.values()) {
            boolean again = Set.of(
                            ErrorType.DATABASE_GONE,
                            ErrorType.IDENTITY_TIMEOUT,
                            ErrorType.OVERLOADED,
                            ErrorType.DATABASE_MISSING,
                            ErrorType.DATABASE_FAILED)
                    .contains(type);
            assertThat(SENT_AGAIN.contains(type.status())).as("%s", type).isEqualTo(again);
            assertThat(type.status() == 404).as("%s", type).isEqualTo(type == ErrorType.NOT_FOUND);
            assertThat(type.status() == 409).as("%s", type).isEqualTo(type == ErrorType.CONCURRENCY);
        }
    }

    @Test
    void shouldBeOnThePageKindByKind() throws IOException {
        Set<String> documented = new TreeSet<>();
        for (String line : Files.readAllLines(PAGE, UTF_8)) {
            ROW.matcher(line)
                    .results()
                    .forEach(row -> Arrays.stream(row.group(2).split(", "))
                            .forEach(status -> documented.add(row.group(1) + " " + status)));
        }

        assertThat(documented)
                .isEqualTo(EnumSet.allOf(ErrorType.class).stream()
                        .map(type -> type.wireName() + " " + type.status())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }
}
