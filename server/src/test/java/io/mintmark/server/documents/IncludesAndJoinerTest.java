package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.server.json.Json;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.document.StoredDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IncludesAndJoinerTest {
    private static StoredDocument document(String id, String body, String metadata) {
        DocumentContent content = new DocumentContent("Users", body.getBytes(UTF_8), metadata.getBytes(UTF_8));
        return new StoredDocument(DocumentId.of(id), content, "A:7-x", 7, Instant.EPOCH);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '!',
            value = {
                "companyId ! c/1",
                "address.cityId ! t/1",
                "lines[].product ! p/1 p/2",
                "lines.product ! p/1 p/2",
                "tags ! a b",
                "missing ! ''",
                "number ! ''",
                "address ! ''",
                "companyId+tags+companyId ! c/1 a b",
                "tags+lines.product+address.cityId ! t/1 a b p/1 p/2",
                "address+address.cityId+address.cityId.further ! t/1",
                "nested.x ! n/1 n/2"
            })
    void shouldFindTheTextsThatPathsLeadTo(String paths, String expected) {
        StoredDocument document = document(
                "users/1",
                "{\"companyId\":\"c/1\",\"address\":{\"cityId\":\"t/1\"},\"tags\":[\"a\",\"b\"],\"number\":5,"
                        + "\"lines\":[{\"product\":\"p/1\"},{\"other\":[{}]},{\"product\":\"p/2\"}],"
                        + "\"nested\":[[{\"x\":\"n/1\"}],[[{\"y\":{\"x\":\"no\"}},{\"x\":[\"n/2\"]}]]]}",
                "{}");
        List<String> found = new ArrayList<>();

        new Includes(new Json(16), List.of(paths.split("[+]"))).follow(document, found::add);

        assertThat(String.join(" ", found)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} + {1}")
    @CsvSource(
            delimiter = '!',
            value = {
                "{} ! {} ! {'@metadata':{M}}",
                "{ } ! { } ! {'@metadata':{M}}",
                "{'a':1.50} ! {'@collection':'U'} ! {'a':1.50,'@metadata':{'@collection':'U',M}}",
                "{'a':{} } ! {'k':[] } ! {'a':{},'@metadata':{'k':[],M}}"
            })
    void shouldJoinTheServersMetadataToTheBytesAsReceived(String body, String metadata, String expected)
            throws IOException {
        String marks = "'@change-vector':'A:7-x','@id':'users/\\u0022','@last-modified':'1970-01-01T00:00:00.0000000Z'"
                .replace("\\u0022", "\\\"");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        DocumentJoiner.write(document("users/\"", body.replace('\'', '"'), metadata.replace('\'', '"')), out);

        assertThat(out.toString(UTF_8)).isEqualTo(expected.replace("M", marks).replace('\'', '"'));
    }

    @Test
    void shouldWriteMetadataAlone() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        DocumentJoiner.writeOnlyMetadata(document("users/1", "{\"secret\":1}", "{}"), out);

        assertThat(out.toString(UTF_8))
                .startsWith("{\"@metadata\":{\"@change-vector\"")
                .doesNotContain("secret");
    }
}
