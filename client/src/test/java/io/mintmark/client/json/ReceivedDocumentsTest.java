package io.mintmark.client.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents are cut out of a reply without a tree, wherever their metadata stand. */
class ReceivedDocumentsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String METADATA = "\"@metadata\":{\"a\":[{}],\"@id\":\"ä/1\",\"@change-vector\":\"A:1\"}";

    private static ReceivedDocument only(String document) throws IOException {
        byte[] body = ("{\"Results\":[" + document + "],\"Includes\":{}}").getBytes(UTF_8);
        return ReceivedDocuments.find(body).results().get(0).orElseThrow();
    }

    @Test
    void shouldFindResultsAndIncludesInTheirOrder() throws IOException {
        String body = "{\"Includes\":{\"x\":{" + METADATA + "},\"y\":null},\"Other\":[1,{}],\"Results\":[null,{"
                + METADATA + "}]}";

        ReceivedDocuments documents = ReceivedDocuments.find(body.getBytes(UTF_8));

        assertThat(documents.results()).hasSize(2);
        assertThat(documents.results().get(0)).isEmpty();
        assertThat(documents.results().get(1).orElseThrow().id()).isEqualTo("ä/1");
        assertThat(documents.includes()).hasSize(1);
    }

    @Test
    void shouldPassOverWhatIsNoDocumentAmongTheIncludes() throws IOException {
        String body = "{\"Includes\":{\"a\":[{\"Results\":[]},1],\"b\":\"c\",\"x\":{" + METADATA + "}},\"Results\":[{"
                + METADATA + "}]}";

        ReceivedDocuments documents = ReceivedDocuments.find(body.getBytes(UTF_8));

        assertThat(documents.includes()).hasSize(1);
        assertThat(documents.results()).hasSize(1);
    }

    /** A parser that detects UTF-16 reads it, and does not say where in the bytes it is. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE"})
    void shouldRefuseAReplyThatIsNotUtf8(String charset) {
        String body = "{\"Results\":[{\"a\":1," + METADATA + "}]}";

        assertThatThrownBy(() -> ReceivedDocuments.find(body.getBytes(Charset.forName(charset))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":1}",
                "{ \"a\" : 1 }",
                "{\"a\":{\"@metadata\":{}},\"b\":[\",}\"]}",
                "{\"ä\":\"\\\"\"}"
            })
    void shouldLeaveTheMetadataOutWhereverTheyStand(String content) throws IOException {
        String inner = content.substring(1, content.length() - 1);
        String comma = inner.isBlank() ? "" : ",";
        JsonNode expected = MAPPER.readTree(content);

        for (String document : List.of(
                "{" + inner + comma + METADATA + "}",
                "{" + METADATA + comma + inner + "}",
                "{ " + METADATA + " " + comma + " " + inner + "\n}",
                "{" + inner + comma + "\n " + METADATA + comma + "\"z\":0".repeat(comma.length()) + "}")) {
            JsonNode read = MAPPER.readTree(only(document).contentWith(""));
            ((ObjectNode) read).remove("z");
            assertThat(read).isEqualTo(expected);
        }
    }

    @Property(tries = 500)
    void shouldAddAMemberToAnyDocument(@ForAll("documents") ObjectNode document) throws IOException {
        ObjectNode sent = document.deepCopy();
        sent.putObject("@metadata").put("@id", "users/1").put("@change-vector", "A:1");

        JsonNode read = MAPPER.readTree(only(sent.toString()).contentWith("\"id\":\"users/1\""));

        assertThat(read).isEqualTo(document.deepCopy().put("id", "users/1"));
    }

    @Provide
    Arbitrary<ObjectNode> documents() {
        Arbitrary<String> names = text().ofMaxLength(4).filter(name -> !name.equals("id"));
        Arbitrary<String> values = text().ofMaxLength(6);
        return Arbitraries.maps(names, values).ofMaxSize(4).map(map -> MAPPER.valueToTree(map));
    }

    private static StringArbitrary text() {
        return Arbitraries.strings().ascii().withCharRange('ä', '\u0fff');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "7",
                "{\"Results\":[7]}",
                "{\"Results\":[{\"a\":1}]}",
                "{\"Results\":[{\"@metadata\":{}}]}",
                "{\"Results\":[{\"@metadata\":{\"@id\":{\"@id\":\"x\",\"@change-vector\":\"A:1\"},\"b\":1}}]}",
                "{\"Results\":[{\"@metadata\":{\"@change-vector\":[1],\"@id\":\"x\"}}]}",
                "{\"Results\":[{\"@metadata\":{\"@id\":\"x\"",
                "{\"Results\":[null]",
                "{\"Results\":[null,]}"
            })
    void shouldRefuseWhatIsNoReplyWithDocuments(String body) {
        assertThatThrownBy(() -> ReceivedDocuments.find(body.getBytes(UTF_8))).isInstanceOf(IOException.class);
    }
}
