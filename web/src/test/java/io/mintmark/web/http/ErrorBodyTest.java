package io.mintmark.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.protocol.ErrorType;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Refusals that show what a client sent, whatever that was. */
class ErrorBodyTest {
    private static final String FACE = Character.toString(0x1F600);

    private static JsonNode body(String url, ApiException refusal) throws IOException {
        Reply reply = ErrorBody.reply(url, refusal);
        return new ObjectMapper().readTree(reply.body());
    }

    @Test
    void shouldShowHalfACharacterAsAQuestionMark() throws IOException {
        JsonNode body = body(
                "/a?b=\ud83d",
                new ApiException(ErrorType.CONCURRENCY, "The id 'a\ude00' is taken.\nSo is " + FACE + ".")
                        .with("Expected", "\ud83d!")
                        .with("Actual", null));

        assertThat(body.path("Url").asText()).isEqualTo("/a?b=?");
        assertThat(body.path("Message").asText()).isEqualTo("The id 'a?' is taken.\nSo is " + FACE + ".");
        assertThat(body.path("Error").asText()).endsWith(": The id 'a?' is taken.\nSo is " + FACE + ".");
        assertThat(body.path("Expected").asText()).isEqualTo("?!");
        assertThat(body.path("Actual").isNull()).isTrue();
    }

    @Test
    void shouldNotCutACharacterOfALongUrlInTwo() throws IOException {
        String url = "/" + "a".repeat(2_046) + FACE + "b";

        assertThat(body(url, new ApiException(ErrorType.ARGUMENT, "It is long."))
                        .path("Url")
                        .asText())
                .isEqualTo("/" + "a".repeat(2_046));
    }
}
