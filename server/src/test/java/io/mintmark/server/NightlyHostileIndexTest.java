package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An index whose script takes too long for each of thousands of documents keeps nobody waiting but itself. */
@Timeout(240)
class NightlyHostileIndexTest extends OverHttp {
    private static final String GOOD = script("return { K: t.x }");

    private static String script(String body) {
        return "{\"Indexes\":[{\"Name\":\"js\",\"OutputReduceToCollection\":\"Groups\","
                + "\"Maps\":[\"map('Texts', t => { " + body + " })\"],"
                + "\"Reduce\":\"groupBy(e => e.K).aggregate(g => ({ K: g.key }))\"}]}";
    }

    private static String texts(int count) {
        return Bodies.batch(
                IntStream.range(0, count).mapToObj(i -> Bodies.put("texts/" + i, Bodies.in("Texts", "'x':1"))));
    }

    private static void assertDone(Answer answer) {
        assertThat(answer.status()).as("%s", answer).isLessThan(300);
    }

    @Test
    void shouldKeepNoOtherIndexAndNoDeletionWaiting() throws InterruptedException {
        assertDone(server.post(DB + "/bulk_docs", texts(4_000)));
        assertDone(server.put(DB + "/indexes", script("while (true) {}")));
        // Its first batch is under way.
        Eventually.pass(3_000);

        server.createDatabase("other");
        assertDone(server.put("/databases/other/indexes", GOOD));
        assertDone(server.post(
                "/databases/other/bulk_docs?waitForIndexesTimeout=00:01:30&waitForIndexThrow=true", texts(3)));
        assertThat(server.get("/databases/other/docs?startsWith=Groups/").path("Results"))
                .hasSize(1);

        assertDone(server.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"HardDelete\":true}"));
    }
}
