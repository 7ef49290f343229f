package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients are told to do, and that the server obeys it too. */
class ClientConfigurationOverHttpTest extends OverHttp {
    @TempDir
    Path directory;

    @Test
    void shouldTellClientsOfAConfigurationAndObeyItsSeparator() {
        String path = DB + "/configuration/client";
        assertThat(server.get(path).path("Configuration").isNull()).isTrue();
        assertThat(configure(DB, "{\"IdentityPartsSeparator\":\":\"}")).isEqualTo(204);

        Answer told = server.get(DB + "/stats", "Client-Configuration-Etag", "\"0\"", "Topology-Etag", "0");
        assertThat(told.header("Refresh-Client-Configuration")).hasValue("true");
        assertThat(told.header("Refresh-Topology")).hasValue("true");
        long etag = server.get(path).number("Etag");
        String topology = server.get("/topology?name=shop").path("Etag").toString();
        Answer knowing = server.get(
                DB + "/stats", "Client-Configuration-Etag", "" + etag, "Topology-Etag", '"' + topology + '"');
        assertThat(knowing.header("Refresh-Client-Configuration")).isEmpty();
        assertThat(knowing.header("Refresh-Topology")).isEmpty();
        assertThat(put("users:", "{}").text("Id")).matches("users:\\d{19}-A");
        assertThat(put("users/", "{}").text("Id")).isEqualTo("users/");
        assertThat(put("bills|", "{}").text("Id")).isEqualTo("bills:1");
        assertThat(next("tag=users").text("Prefix")).isEqualTo("users:");
    }

    @Test
    void shouldNumberAConfigurationThatNobodySetAsRavenDbDoes() {
        Answer none = server.get(DB + "/configuration/client");

        assertThat(none.json().toString()).isEqualTo("{\"Etag\":-2,\"Configuration\":null}");
        assertThat(refreshAfter("\"-2\"")).isEmpty();
        configure(DB, "{\"MaxNumberOfRequestsPerSession\":9}");
        assertThat(refreshAfter("\"-2\"")).hasValue("true");
        assertThat(refreshAfter("\"\"")).as("no number at all").isEmpty();
    }

    /** The reply is the configuration in force, whatever number the client had before. */
    @Test
    void shouldNotAskToFetchTheConfigurationThatIsBeingFetched() {
        configure(DB, "{\"MaxNumberOfRequestsPerSession\":9}");

        assertThat(server.get(DB + "/configuration/client", "Client-Configuration-Etag", "0")
                        .header("Refresh-Client-Configuration"))
                .isEmpty();
    }

    @Test
    void shouldFallBackToTheServersConfigurationWhileTheDatabasesIsDisabled() {
        restart(ServerSettings.builder(directory));
        server.createDatabase("shop");
        configure("", "{\"IdentityPartsSeparator\":\"-\"}");
        assertThat(separator()).isEqualTo("-");
        configure(DB, "{\"IdentityPartsSeparator\":\":\"}");
        assertThat(separator()).isEqualTo(":");
        configure(DB, "{\"IdentityPartsSeparator\":\":\",\"Disabled\":true}");
        assertThat(separator()).isEqualTo("-");
        configure("", "{\"Disabled\":true,\"IdentityPartsSeparator\":\"-\"}");
        assertThat(separator()).isEqualTo("/");
        configure(DB, "{\"IdentityPartsSeparator\":null}");
        server.restart();
        assertThat(separator()).isEqualTo("/");
        assertThat(configure(DB, "{\"IdentityPartsSeparator\":\"|\"}")).isEqualTo(400);
        assertThat(configure(DB, "{\"IdentityPartsSeparator\":7}")).isEqualTo(400);
        assertThat(configure(DB, "{\"IdentityPartsSeparator\":\"7\"}")).isEqualTo(400);
        assertThat(configure(DB, "{\"IdentityPartsSeparator\":\"$\"}")).isEqualTo(400);
    }

    @Test
    void shouldTellClientsOfTheServersConfigurationByTheRouteThatTheyCall() {
        restart(ServerSettings.builder(directory));
        server.get("/configuration/client").expect(404);
        configure("", "{\"IdentityPartsSeparator\":\"-\"}");

        Answer told = server.get("/configuration/client");

        told.expect(200);
        assertThat(told.text("IdentityPartsSeparator")).isEqualTo("-");
        assertThat(told.json())
                .isEqualTo(server.get("/admin/configuration/client").json());
    }

    @Test
    void shouldGiveBackEveryMemberAsItWasSetAndNullForTheOthers() {
        String seed = "{\"LoadBalancerContextSeed\":-7,\"LoadBalanceBehavior\":\"UseSessionContext\"}";
        assertThat(configure(DB, seed)).isEqualTo(204);

        Answer partly = server.get(DB + "/configuration/client");
        assertThat(partly.path("Configuration").toString())
                .matches("\\{\"Etag\":\\d+,\"Disabled\":false,\"MaxNumberOfRequestsPerSession\":null,"
                        + "\"ReadBalanceBehavior\":null,\"IdentityPartsSeparator\":null,"
                        + "\"LoadBalanceBehavior\":\"UseSessionContext\",\"LoadBalancerContextSeed\":-7}");

        String rest = "{\"MaxNumberOfRequestsPerSession\":50,\"ReadBalanceBehavior\":\"FastestNode\","
                + "\"IdentityPartsSeparator\":\"-\",\"Disabled\":true}";
        assertThat(configure("", rest)).isEqualTo(204);
        server.restart();
        assertThat(server.get("/configuration/client").json().toString())
                .contains("\"Disabled\":true", "\"MaxNumberOfRequestsPerSession\":50")
                .contains("\"ReadBalanceBehavior\":\"FastestNode\"", "\"IdentityPartsSeparator\":\"-\"");
    }

    @Test
    void shouldTellPythonsClientNoneWhereItCannotReadNull() {
        configure(DB, "{\"LoadBalanceBehavior\":\"UseSessionContext\"}");
        configure("", "{\"IdentityPartsSeparator\":\"-\"}");
        String[] python = {"User-Agent", "python-requests/2.32.5"};

        assertThat(server.get(DB + "/configuration/client", python).json().toString())
                .contains("\"ReadBalanceBehavior\":\"None\"", "\"LoadBalanceBehavior\":\"UseSessionContext\"")
                .contains("\"MaxNumberOfRequestsPerSession\":null");
        assertThat(server.get("/configuration/client", python).json().toString())
                .contains("\"ReadBalanceBehavior\":\"None\"", "\"LoadBalanceBehavior\":\"None\"");
    }

    @Test
    void shouldNotTellClientsToSendNoRequestAtAll() {
        assertThat(configure(DB, "{\"MaxNumberOfRequestsPerSession\":0}")).isEqualTo(204);

        assertThat(server.get(DB + "/configuration/client").json().toString())
                .contains("\"MaxNumberOfRequestsPerSession\":null");
    }

    @Test
    void shouldTellOfAConfigurationAClientThatShowsAWordBecauseItKnowsNone() {
        assertThat(refreshAfter("\"None\"")).as("nothing is set").isEmpty();
        configure(DB, "{\"IdentityPartsSeparator\":\":\"}");
        assertThat(refreshAfter("\"None\"")).hasValue("true");
    }

    private Optional<String> refreshAfter(String shown) {
        return server.get(DB + "/stats", "Client-Configuration-Etag", shown).header("Refresh-Client-Configuration");
    }

    private int configure(String scope, String configuration) {
        return server.put(scope + "/admin/configuration/client", configuration).status();
    }

    private String separator() {
        String prefix = next("tag=t").text("Prefix");
        return prefix.substring(1);
    }
}
