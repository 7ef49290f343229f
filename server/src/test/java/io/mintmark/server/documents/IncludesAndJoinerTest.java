package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                "number ! 5",
                "address ! ''",
                "Number ! ''",
                "flag ! ''",
                "nothing ! ''",
                "tags[] ! a b",
                "lines.$Keys ! product other product",
                "address.$Keys ! cityId",
                "address.$Key ! cityId",
                "address.$Values ! t/1",
                "address.$Value ! t/1",
                "prices.$Values.shop ! s/1 s/2",
                "prices.$Values[].shop ! s/1 s/2",
                "prices[].shop ! s/1 s/2",
                "prices.$Values.$Keys ! shop shop codes",
                "prices.$Values.codes[] ! 1 2.50",
                "$Keys+missing ! companyId address tags number flag nothing lines prices nested",
                "companyId(x/) ! x/c/1 c/1",
                "number(things/) ! things/5 5",
                "number() ! 5",
                "tags(x/) ! x/a a x/b b",
                "tags[](x/) ! x/a a x/b b",
                "lines[].product(x/) ! x/p/1 p/1 x/p/2 p/2",
                "prices.$Keys(x/) ! x/m m x/n n",
                "number[{0}/address] ! 5/address 5",
                "tags[][{0}-x] ! a-x a b-x b",
                "lines.product[{0}/y] ! p/1/y p/1 p/2/y p/2",
                "number+number(things/)+number[{0}/z] ! 5 things/5 5 5/z 5",
                "nested[][].x ! n/1 n/2",
                "nested[].x ! n/1 n/2",
                "@metadata.owner(u/) ! u/7 7",
                "@metadata.more.$Keys ! k/1",
                "companyId+tags+companyId ! c/1 a b",
                "tags+lines.product+address.cityId ! t/1 a b p/1 p/2",
                "address+address.cityId+address.cityId.further ! t/1",
                "nested.x ! n/1 n/2"
            })
    void shouldFindTheTextsThatPathsLeadTo(String paths, String expected) {
        StoredDocument document = document(
                "users/1",
                "{\"companyId\":\"c/1\",\"address\":{\"cityId\":\"t/1\"},\"tags\":[\"a\",\"b\"],\"number\":5,"
                        + "\"flag\":true,\"nothing\":null,"
                        + "\"lines\":[{\"product\":\"p/1\"},{\"other\":[{}]},{\"product\":\"p/2\"}],"
                        + "\"prices\":{\"m\":{\"shop\":\"s/1\"},\"n\":{\"shop\":\"s/2\",\"codes\":[1,2.50]}},"
                        + "\"nested\":[[{\"x\":\"n/1\"}],[[{\"y\":{\"x\":\"no\"}},{\"x\":[\"n/2\"]}]]]}",
                "{\"@collection\":\"Users\",\"owner\":7,\"more\":{\"k/1\":{}}}");
        List<String> found = new ArrayList<>();

        new Includes(new Json(16), List.of(paths.split("[+]"))).follow(document, found::add);

        assertThat(String.join(" ", found)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "a..b",
                ".a",
                "a.",
                "[].a",
                "a[0].b",
                "a[0]",
                "a[{1}/x]",
                "a[{0}/{0}]",
                "a(x/)[{0}/y]",
                "a(x/",
                "x/)",
                "a(x/).b",
                "a]",
                "a[",
                "a{b}",
                "'a'.b",
                "a.$Keys.b"
            })
    void shouldRefuseByNameWhatIsNoPath(String include) {
        assertThatThrownBy(() -> new Includes(new Json(16), List.of(include)))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("The include '" + include + "' ")
                .hasMessageContaining("CustomerId(customers/)");
    }

    @Test
    void shouldRefuseAffixesThatAreLongerThanIds() {
        assertThatThrownBy(() -> new Includes(new Json(16), List.of("a(" + "x".repeat(DocumentId.MAX_BYTES + 1) + ")")))
                .hasMessageContaining("longer than any id");
    }

    @Test
    void shouldBoundWhatIsMadeOfEachId() {
        List<String> prefixes = new ArrayList<>();
        for (int i = 0; i < 1_024; i++) {
            prefixes.add("a(p" + i + "/)");
            prefixes.add("a(p" + i + "/)");
        }
        assertThat(new Includes(new Json(16), prefixes).isEmpty()).isFalse();
        prefixes.add("a(q/)");

        assertThatThrownBy(() -> new Includes(new Json(16), prefixes))
                .hasMessageContaining("at most 1024 prefixes and suffixes together");
    }

    @Test
    void shouldRefuseAPathThatNobodyWouldWriteBeforeItTakesItApart() {
        for (String path :
                List.of("a" + "[]".repeat(500_000), "a.".repeat(500_000) + "b", "a(" + ")".repeat(500_000))) {
            assertThatThrownBy(() -> new Includes(new Json(16), List.of(path)))
                    .hasMessageContaining("has more than 16384 characters");
        }
    }

    @Test
    void shouldBoundWhatAWalkFollowsAtOnce() {
        List<String> few = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            few.add("a" + i + ".$Values.b");
        }
        List<String> found = new ArrayList<>();
        new Includes(new Json(16), few)
                .follow(document("users/1", "{\"a3\":{\"x\":{\"b\":\"c/1\"}}}", "{}"), found::add);
        assertThat(found).containsExactly("c/1");
        few.add("a.$Values.b");

        assertThatThrownBy(() -> new Includes(new Json(16), few))
                .hasMessageContaining("at most 32 times [] and $Values");
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
