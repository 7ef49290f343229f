package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Rules;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parameter without a value is none, on every route that RavenDB has, as there: several clients write those that they have no value for. */
class BlankParametersOverHttpTest extends OverHttp {
    /** They change who may call, or read the body first. */
    private static final Set<String> LEFT_OUT =
            Set.of(Routes.ADMIN_ACCESS, Routes.ADMIN_ACCESS_ROTATE, Routes.ADMIN_CERTIFICATES, Routes.CHANGES);

    private static List<String> parameters() {
        return Stream.of(Parameters.class.getFields())
                .map(BlankParametersOverHttpTest::text)
                .toList();
    }

    private static String text(Field constant) {
        try {
            return (String) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Documents are told by the name alone what is asked for, which another test shows. */
    private static boolean countsBlank(String route, String parameter) {
        return route.endsWith(Routes.DOCS)
                && (parameter.equals(Parameters.ID) || parameter.equals(Parameters.STARTS_WITH));
    }

    private static String blanks(Rules.Row route, String needed, String blank) {
        StringBuilder all = new StringBuilder();
        for (String parameter : parameters()) {
            boolean given =
                    ("&" + needed).toLowerCase(Locale.ROOT).contains("&" + parameter.toLowerCase(Locale.ROOT) + "=");
            if (!given && !countsBlank(route.toString(), parameter)) {
                all.append('&').append(parameter).append(blank);
            }
        }
        return all.toString();
    }

    @ParameterizedTest(name = "written as \"name{0}\"")
    @ValueSource(strings = {"=", "", "=%20", "=+"})
    void shouldTakeABlankParameterForNoneOnEveryRoute(String blank) {
        for (Rules.Row route : Rules.all()) {
            if (LEFT_OUT.contains(route.pattern()) || RouteRequests.isPlain(route.pattern())) {
                continue;
            }
            String needed = route.pattern().equals(Routes.DOCS) ? "" : RouteRequests.query(route);
            Answer without = RouteRequests.askWith(needed, server, route);
            server.delete("/admin/databases", "{\"DatabaseNames\":[\"made\"],\"HardDelete\":true}");
            Answer with = RouteRequests.askWith(needed + blanks(route, needed, blank), server, route);
            server.delete("/admin/databases", "{\"DatabaseNames\":[\"made\"],\"HardDelete\":true}");

            assertThat(with.status())
                    .as("%s: %s instead of %s", route, with, without)
                    .isEqualTo(without.status());
            assertThat(with.text("Type")).as("%s", route).isEqualTo(without.text("Type"));
        }
    }

    /** RavenDB sees whether they are there: a blank id must not list all documents, and each id has its place in the reply. */
    @Test
    void shouldSeeThatABlankIdOrPrefixWasSent() {
        put("users/1", "{}");

        server.get(DB + "/docs?id=").expect(404);
        assertThat(server.get(DB + "/docs?id=&id=users/1")
                        .path("Results")
                        .path(0)
                        .isNull())
                .isTrue();
        put("bills/1", "{}");
        assertThat(server.get(DB + "/docs?startsWith=").path("Results").findValuesAsText("@id"))
                .containsExactly("bills/1", "users/1");
    }

    @Test
    void shouldTakeAFlagWithoutAValueForUnset() {
        put("users/1", "{\"name\":\"Ann\"}");

        assertThat(server.get(DB + "/docs?id=users/1&metadataOnly")
                        .at("/Results/0/name")
                        .asText())
                .isEqualTo("Ann");
        assertThat(server.get("/databases?namesOnly=").at("/Databases/0/Name").asText())
                .isEqualTo("shop");
    }
}
