package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Identities over HTTP: counted, seeded, and answered alike when asked again. */
class IdentitiesOverHttpTest extends OverHttp {
    @Test
    void shouldCountIdentitiesAsRavenDbDoes() {
        assertThat(put("users|", "{}").text("Id")).isEqualTo("users/1");
        assertThat(server.post(DB + "/identity/next?name=Users", "").integer("NewIdentityValue"))
                .isEqualTo(2);
        assertThat(put("Users|", "{}").text("Id")).isEqualTo("Users/3");
        assertThat(server.get(DB + "/debug/identities").json().toString()).isEqualTo("{\"users|\":3}");
        assertThat(seed("value=1990")).isEqualTo(1990);
        assertThat(put("users|", "{}").text("Id")).isEqualTo("users/1991");
        assertThat(seed("value=1975")).isEqualTo(1991);
        assertThat(seed("value=1975&force=true")).isEqualTo(1975);
    }

    private int seed(String parameters) {
        return server.post(DB + "/identity/seed?name=users%7C&" + parameters, "")
                .integer("NewSeedValue");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "next?name=",
        "next",
        "next?name=%7C",
        "next?name=a&raft-request-id=LONG",
        "seed?name=a",
        "seed?name=a&value=x",
        "seed?name=a&value=-1",
        "seed?name=a&value=9007199254740992"
    })
    void shouldRefuseABrokenIdentityRequest(String request) {
        assertRefused(server.post(DB + "/identity/" + request.replace("LONG", "x".repeat(201)), ""), ARGUMENT, "");
    }

    @Test
    void shouldGiveARepeatedRaftRequestTheSameNumber() {
        String request = DB + "/identity/next?name=users&raft-request-id=r1";
        server.post(request, "");
        server.restart();

        assertThat(server.post(request, "").integer("NewIdentityValue")).isEqualTo(1);
        assertThat(server.post(request.replace("r1", "r2"), "").integer("NewIdentityValue"))
                .isEqualTo(2);
    }

    @Test
    void shouldObeyARepeatedSeedOnce() {
        assertThat(seed("value=100&force=true&raft-request-id=s1")).isEqualTo(100);
        assertThat(put("users|", "{}").text("Id")).isEqualTo("users/101");
        server.restart();

        assertThat(seed("value=100&force=true&raft-request-id=s1")).isEqualTo(100);
        assertThat(put("users|", "{}").text("Id"))
                .as("nothing that was issued since comes again")
                .isEqualTo("users/102");
        assertThat(seed("value=100&force=true&raft-request-id=s2")).isEqualTo(100);
        assertThat(nextNumber("raft-request-id=s3")).isEqualTo(101);
        assertThat(seed("value=100&force=true"))
                .as("without an id every request is new")
                .isEqualTo(100);
    }

    @Test
    void shouldTellARequestForASeedFromOneForANumber() {
        assertThat(nextNumber("raft-request-id=same")).isEqualTo(1);
        assertThat(seed("value=50&raft-request-id=same")).isEqualTo(50);
        assertThat(nextNumber("raft-request-id=same")).isEqualTo(1);
        assertThat(nextNumber("raft-request-id=%0Asame")).isEqualTo(51);
        assertThat(seed("value=70&raft-request-id=same")).isEqualTo(50);
    }

    private int nextNumber(String parameters) {
        return server.post(DB + "/identity/next?name=users&" + parameters, "").integer("NewIdentityValue");
    }
}
