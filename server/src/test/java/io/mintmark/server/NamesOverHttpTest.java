package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import org.junit.jupiter.api.Test;

/** Which names are one, and what a change makes of an ETag. */
class NamesOverHttpTest extends OverHttp {
    @Test
    void shouldCompareIdsByTheirKeyForm() {
        put("names/ΟΔΟΣ", "{\"n\":1}");
        put("names/\u0130", "{\"n\":2}");
        put("names/\u212A", "{\"n\":3}");

        assertThat(valueOf("NAMES/οδοσ")).isEqualTo(1);
        assertThat(valueOf("names/οδος"))
                .as("the final sigma is a letter of its own")
                .isEqualTo(-1);
        assertThat(valueOf("names/i")).isEqualTo(2);
        assertThat(valueOf("names/ı")).as("so is the dotless i").isEqualTo(-1);
        assertThat(valueOf("names/K")).isEqualTo(3);
        assertThat(server.get(DB + "/docs?startsWith=" + encoded("Names/Οδο")).path("Results"))
                .hasSize(1);
        next("tag=" + encoded("ΟΔΟΣ"));
        assertThat(next("tag=" + encoded("οδοσ")).integer("Low")).isEqualTo(33);
    }

    @Test
    void shouldNameADocumentByAGuidWhereNoIdIsGiven() {
        for (String without : new String[] {"", "?id=", "?id=%20"}) {
            Answer stored = server.put(DB + "/docs" + without, "{\"n\":7}");

            stored.expect(201);
            assertThat(stored.text("Id")).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
            assertThat(valueOf(stored.text("Id"))).isEqualTo(7);
        }
        server.delete(DB + "/docs", "").expect(400);
    }

    private int valueOf(String id) {
        Answer answer = server.get(DB + "/docs?id=" + encoded(id));
        return answer.status() == 404
                ? -1
                : answer.path("Results").path(0).path("n").asInt();
    }

    @Test
    void shouldChangeTheETagWhenAMissingIncludeAppears() {
        put("orders/1", "{\"user\":\"users/1\"}");
        String target = DB + "/docs?id=orders/1&include=user";
        String before = server.get(target).header("ETag").orElseThrow();
        server.get(target, "If-None-Match", before).expect(304);

        put("users/1", "{}");

        Answer after = server.get(target, "If-None-Match", before).expect(200);
        assertThat(after.path("Includes").has("users/1")).isTrue();
    }
}
