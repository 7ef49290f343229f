package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is too large or broken is refused in the form that clients read. */
class LimitsOverHttpTest extends OverHttp {
    @Test
    void shouldHoldADocumentToItsLimits() {
        String full = "{\"a\":\"" + "x".repeat((16 << 20) - 8) + "\"}";
        String deep = "{\"a\":" + "[".repeat(128) + "]".repeat(128) + "}";

        put("full", full).expect(201);
        assertRefused(put("larger", " " + full), ARGUMENT, "at most 16777216 bytes");
        assertRefused(put("deep", deep), "System.IO.InvalidDataException", "");
        put("deep", deep.replace("[[", "[").replace("]]", "]")).expect(201);
        assertRefused(put("x".repeat(513), "{}"), ARGUMENT, "512 bytes");
        put("x".repeat(512), "{}").expect(201);
    }

    @Test
    void shouldHoldACollectionToItsLimits() {
        put("a", Bodies.in("ü".repeat(128))).expect(201);
        assertRefused(put("b", Bodies.in("ü".repeat(128) + "x")), ARGUMENT, "at most 256 bytes");
        assertRefused(put("b", Bodies.in("a\\u0007b")), ARGUMENT, "control");
        assertRefused(put("b", "{\"@metadata\":{\"@collection\":5}}"), ARGUMENT, "must be a text");
        assertRefused(put("a", Bodies.in("Other")), "Mismatch", "belongs to collection");
    }

    /** A list without them would have been taken for one by them. */
    @ParameterizedTest
    @CsvSource({
        "matches=*1, matches",
        "exclude=*1, exclude",
        "startAfter=users/1, startAfter",
        "etag=1&matches=*1, matches",
        "startsWith=users/&etag=1, etag"
    })
    void shouldRefuseAListByWhatOnlyAnotherKindOfListIsAskedBy(String query, String refused) {
        put("users/1", "{}");

        assertRefused(
                server.get(DB + "/docs?" + query),
                "NotSupportedException",
                "The parameter '" + refused + "' of a list");
        server.get(DB + "/docs?startsWith=users/&matches=*1&etag=").expect(200);
    }

    /** Metadata are as much of a document as its own members are, and may be nearly all of it. */
    @Test
    void shouldHoldALoadToItsBytesWhicheverPartOfADocumentHasThem() {
        put("a", "{\"@metadata\":{\"note\":\"" + "x".repeat(1 << 20) + "\"}}").expect(201);
        String ids = String.join(",", Collections.nCopies(1_000, "\"a\""));

        assertRefused(server.post("/databases/shop/docs", "{\"Ids\":[" + ids + "]}"), ARGUMENT, "bytes of documents");
        server.get("/databases/shop/docs?id=a&id=a").expect(200);
    }

    private static String deletions(int count) {
        return Bodies.batch(Collections.nCopies(count, Bodies.delete("a")).stream());
    }

    /** Each has a few bytes, but several hundred once it is parsed. */
    @Test
    void shouldRefuseABatchWhoseCommandsTakeMoreMemoryThanOneMayHave() {
        Answer refused = server.post("/databases/shop/bulk_docs", deletions(1_000_000));

        refused.expect(503);
        assertThat(refused.text("Message")).contains("memory");
        server.post("/databases/shop/bulk_docs", deletions(1_000)).expect(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Id", "ChangeVector", "Type"})
    void shouldRefuseALongTextOfACommandBeforeItIsDecoded(String member) {
        String command = "{\"" + member + "\":\"" + "\\u0041".repeat(20_000) + "\",\"Type\":\"DELETE\",\"Id\":\"a\"}";

        assertRefused(
                server.post("/databases/shop/bulk_docs", Bodies.batch(command)),
                ARGUMENT,
                "A command's " + member + " must not exceed 65536 bytes");
    }

    /** What is decoded takes several times its bytes. */
    @Test
    void shouldRefuseALongTextWhereverARequestHasOne() {
        String text = "x".repeat(9 << 20);

        assertRefused(
                server.post("/databases/shop/docs", "{\"Ids\":[\"" + text + "\"]}"),
                "System.IO.InvalidDataException",
                "A text in the body has more than the 1048576 characters");
        assertRefused(
                server.post("/databases/shop/bulk_docs", "{\"Commands\":[],\"Other\":\"" + text + "\"}"),
                "System.IO.InvalidDataException",
                "A text in the body has more than the 1048576 characters");
        for (String member : List.of("Url", "Query", "Method", "Content")) {
            assertRefused(
                    server.post("/databases/shop/multi_get", "{\"Requests\":[{\"" + member + "\":\"" + text + "\"}]}"),
                    "System.IO.InvalidDataException",
                    "A text in the body has more than the 8388608 characters");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"users%24, U+0024", "a%20b, U+0020", "%C3%BC, U+00FC", "a/b, U+002F"})
    void shouldRefuseADatabaseNameThatIsNotPlain(String name, String character) {
        assertRefused(server.put("/admin/databases?name=" + name, "{}"), ARGUMENT, character);
        assertRefused(server.put("/admin/databases?name=" + "x".repeat(129), "{}"), ARGUMENT, "at most 128");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {".", "..", ".hidden", "-x"})
    void shouldRefuseADatabaseNameThatMeansAnotherThingInAPath(String name) {
        assertRefused(server.put("/admin/databases?name=" + name, "{}"), ARGUMENT, "begins with a letter");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '!',
            value = {
                "[] ! InvalidData",
                "{} ! InvalidData",
                "{\"Commands\":{}} ! InvalidData",
                "{\"Commands\":[1]} ! InvalidData",
                "{\"Commands\":[{\"Id\":\"a\"}]} ! InvalidData",
                "{\"Commands\":[{\"Id\":\"a\",\"Type\":\"PUT\"}]} ! InvalidData",
                "{\"Commands\":[]} x ! InvalidData",
                "{\"Commands\":[{\"Id\":\"a\",\"Type\":\"PATCH\"}]} ! NotSupported",
                "{\"Commands\":[],\"TransactionMode\":\"ClusterWide\"} ! NotSupported",
                "{\"Commands\":[{\"Id\":\"a|\",\"Type\":\"DELETE\"}]} ! NotSupported",
                "{\"Commands\":[{\"Id\":\"a|\",\"ChangeVector\":\"A:1-x\",\"Type\":\"PUT\",\"Document\":{}}]} ! InvalidOperation"
            })
    void shouldRefuseABrokenBatch(String body, String type) {
        assertRefused(server.post(DB + "/bulk_docs", body), type, "");
    }

    @Test
    void shouldDescribeAConcurrencyViolationAsClientsReadIt() {
        put("users/1", "{}");

        Answer answer = server.post(
                DB + "/bulk_docs",
                "{\"Commands\":[{\"Id\":\"users/1\",\"ChangeVector\":\"\",\"Type\":\"PUT\",\"Document\":{}}]}");

        answer.expect(409);
        assertThat(answer.text("Type")).isEqualTo("Raven.Client.Exceptions.ConcurrencyException");
        assertThat(answer.text("Id")).isEqualTo("users/1");
        assertThat(answer.text("ExpectedChangeVector")).isEmpty();
        assertThat(answer.text("ActualChangeVector")).startsWith("A:1-");
        assertThat(answer.text("Message"))
                .startsWith("Document users/1 has change vector A:1-")
                .contains("but Put was called with expecting new document")
                .endsWith("Optimistic concurrency violation, transaction will be aborted.");
    }

    @Test
    void shouldNotServeAByteOrderMarkOrUtf16IntoListsOfOthers() {
        put("good", "{\"a\":1}");

        assertRefused(put("marked", "\ufeff{\"a\":1}"), "InvalidData", "");
        byte[] utf16 = "{\"a\":1}".getBytes(StandardCharsets.UTF_16BE);
        assertRefused(server.send("PUT", DB + "/docs?id=wide", utf16), "InvalidData", "");
        assertThat(server.get(DB + "/docs?startsWith=").path("Results")).hasSize(1);
    }
}
