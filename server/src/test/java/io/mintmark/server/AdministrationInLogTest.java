package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.RecordedLog;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's own log says at level info who created, deleted and configured what, also without an audit log. */
class AdministrationInLogTest {
    private static final String DB = OverHttp.DB;

    @TempDir
    Path directory;

    @AutoClose
    private final RecordedLog log = RecordedLog.atInfo("io.mintmark.web.access.AdministrationLog");

    @SuppressWarnings("NullAway.Init")
    private TestServer server;

    private List<String> lines() {
        server.close();
        return log.lines();
    }

    @Test
    void shouldTellEachActOfAnOperatorOnceWithItsObject() {
        Callers callers = new Callers(directory).operator("ada").on("shopper", "shop", DatabaseAccess.READ_WRITE);
        server = TestServer.start(directory);
        String[] ada = callers.as("ada");
        server.put("/admin/databases?name=shop", "{}", ada);
        server.put("/admin/configuration/client", "{\"IdentityPartsSeparator\":\"/\"}", ada);
        server.put(DB + "/admin/configuration/client", "{\"IdentityPartsSeparator\":\"/\"}", ada);
        String token = server.put("/admin/access?name=bob", "{\"Permissions\":{\"shop\":\"Read\"}}", ada)
                .text("Token");
        server.post("/admin/access/rotate?name=bob", "", ada);
        server.delete("/admin/access?name=bob", "", ada);
        server.get(DB + "/hilo/next?tag=orders", ada);
        server.put(DB + "/docs?id=users/1", "{}", ada);
        server.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"]}", callers.as("shopper"));
        server.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"HardDelete\":true}", ada);

        String by = " by=\"ada\" from=\"127.0.0.1\" ";
        assertThat(lines())
                .containsExactly(
                        "create" + by + "name=\"shop\" outcome=\"done\"",
                        "configure" + by + "outcome=\"done\"",
                        "configure" + by + "database=\"shop\" outcome=\"done\"",
                        "change-access" + by + "name=\"bob\" allow=\"shop=read-only\" outcome=\"done\"",
                        "change-access" + by + "name=\"bob\" outcome=\"done\"",
                        "change-access" + by + "name=\"bob\" outcome=\"done\"",
                        "delete" + by + "name=\"shop\" outcome=\"done\"")
                .noneMatch(line -> line.contains(token.substring(9)));
    }

    @Test
    void shouldTellWhereNobodyIsAskedWhoTheyAre() {
        server = TestServer.start(directory);
        server.createDatabase("shop");
        server.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\",\"none\"]}");

        assertThat(lines())
                .containsExactly(
                        "create by=\"\" from=\"127.0.0.1\" name=\"shop\" outcome=\"done\"",
                        "delete by=\"\" from=\"127.0.0.1\" name=\"shop\" outcome=\"done\"",
                        "delete by=\"\" from=\"127.0.0.1\" name=\"none\" outcome=\"ignored\"");
    }

    /** A tenant may do what it is allowed to as often as it likes, and does not hide what operators do. */
    @Test
    void shouldTellAllOfAnOperatorsActsBesideATenantsMany() {
        Callers callers = new Callers(directory).operator("ada").on("tenant", "shop", DatabaseAccess.ADMIN);
        server = TestServer.start(directory);
        server.put("/admin/databases?name=shop", "{}", callers.as("ada"));
        for (int i = 0; i < 100; i++) {
            server.post(DB + "/admin/indexes/stop", "", callers.as("tenant"));
        }
        for (int i = 0; i < 20; i++) {
            server.put("/admin/databases?name=n" + i, "{}", callers.as("ada"));
        }

        assertThat(lines().stream().filter(line -> line.startsWith("create "))).hasSize(21);
    }
}
