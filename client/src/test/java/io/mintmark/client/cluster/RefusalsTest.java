package io.mintmark.client.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.exceptions.AccessRefusedException;
import io.mintmark.client.exceptions.ConcurrencyException;
import io.mintmark.client.exceptions.DatabaseMissingException;
import io.mintmark.client.exceptions.InvalidRequestException;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.ServerFailedException;
import io.mintmark.client.http.Request;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of refusal comes as its own exception, with what the server said. */
class RefusalsTest {
    private static final Request PUT = Request.put("/databases/shop/docs?id=a%20b");

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of(400, "Raven.Client.Exceptions.BadRequestException", InvalidRequestException.class),
                Arguments.of(413, "", InvalidRequestException.class),
                Arguments.of(401, "", AccessRefusedException.class),
                Arguments.of(
                        403, "Raven.Client.Exceptions.Security.AuthorizationException", AccessRefusedException.class),
                Arguments.of(409, "Raven.Client.Exceptions.ConcurrencyException", ConcurrencyException.class),
                Arguments.of(500, "System.ArgumentException", InvalidRequestException.class),
                Arguments.of(500, "System.NotSupportedException", InvalidRequestException.class),
                Arguments.of(500, "System.OverflowException", ServerFailedException.class),
                Arguments.of(500, "System.Exception", ServerFailedException.class),
                Arguments.of(501, "", ServerFailedException.class));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("kinds")
    void shouldTellKindsOfRefusalsApart(int status, String type, Class<? extends MintmarkClientException> kind) {
        try (ScriptedNode node = ScriptedNode.answering(Answer.refusal(status, type, "because"));
                Cluster cluster = cluster(node)) {
            MintmarkClientException refused = catchThrowableOfType(kind, () -> cluster.send(PUT));

            assertThat(refused).hasMessageContaining("because").hasMessageContaining(node.url() + "/databases/shop");
            assertThat(refused.errorType()).isEqualTo(type.isEmpty() ? Optional.empty() : Optional.of(type));
            assertThat(refused.url()).contains(URI.create(node.url() + "/databases/shop/docs?id=a%20b"));
            assertThat(refused.serverError().orElseThrow().status()).isEqualTo(status);
            assertThat(node.requests()).hasSize(1);
        }
    }

    @Test
    void shouldTellWhichDocumentIsNotAsExpected() {
        Answer conflict = Answer.of(
                409,
                "{\"Type\":\"Raven.Client.Exceptions.ConcurrencyException\",\"Message\":\"no\",\"Id\":\"users/1\","
                        + "\"ExpectedChangeVector\":\"\",\"ActualChangeVector\":\"A:5-x\"}");
        try (ScriptedNode node = ScriptedNode.answering(conflict);
                Cluster cluster = cluster(node)) {
            ConcurrencyException refused = catchThrowableOfType(ConcurrencyException.class, () -> cluster.send(PUT));

            assertThat(refused.documentId()).contains("users/1");
            assertThat(refused.expectedChangeVector()).contains("");
            assertThat(refused.actualChangeVector()).contains("A:5-x");
        }
    }

    @Test
    void shouldTellAMissingDatabaseFromAServerThatIsIll() {
        Answer missing =
                Answer.refusal(503, "Error", "Database shop wasn't found").with("Database-Missing", "shop");
        try (ScriptedNode node = ScriptedNode.answering(missing);
                Cluster cluster = cluster(node)) {
            assertThatThrownBy(() -> cluster.send(PUT)).isInstanceOf(DatabaseMissingException.class);
            assertThat(node.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 204, 304, 404})
    void shouldReturnWhatIsNoRefusal(int status) {
        try (ScriptedNode node = ScriptedNode.answering(Answer.of(status, ""));
                Cluster cluster = cluster(node)) {
            assertThat(cluster.send(Request.get("/")).status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "[1]", "{\"Message\":5}", "{\"Type\":"})
    void shouldMakeDoWithABodyThatIsNoError(String body) {
        try (ScriptedNode node = ScriptedNode.answering(Answer.of(500, body));
                Cluster cluster = cluster(node)) {
            assertThatThrownBy(() -> cluster.send(PUT))
                    .isInstanceOf(ServerFailedException.class)
                    .hasMessageContaining("no more than its status");
        }
    }

    @Test
    void shouldFailAStreamLikeARequest() {
        try (ScriptedNode node = ScriptedNode.answering(Answer.refusal(500, "System.ArgumentException", "because"));
                Cluster cluster = cluster(node)) {
            assertThatThrownBy(() -> cluster.stream(node.url(), PUT).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(InvalidRequestException.class);
        }
    }

    private static Cluster cluster(ScriptedNode node) {
        return Cluster.of(ClusterSettings.builder(List.of(node.url()))
                .database("shop")
                .fixedNodes()
                .sleeper(nanos -> {})
                .build());
    }
}
