package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Routes;
import io.mintmark.web.access.Rules;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/http.md} beside the server that it describes. */
class DocumentedRoutesTest extends OverHttp {
    private static final Path PAGE = Path.of("..", "docs", "http.md");
    private static final Pattern ROUTE = Pattern.compile("`((?:GET|PUT|POST|DELETE|HEAD) /[^` ]*)`");
    /** A reply to HEAD has no body that could tell that there is no such route. */
    private static final List<String> METHODS = List.of("GET", "PUT", "POST", "DELETE");

    private static Set<String> documented() throws IOException {
        return ROUTE.matcher(Files.readString(PAGE))
                .results()
                .map(route -> route.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String path(Field constant) {
        try {
            return (String) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isAnswered(String route) {
        String[] words = route.split(" ", 2);
        TestServer.Answer answer = server.send(words[0], RouteRequests.path(words[1]), "{}");
        return !answer.text("Type").equals(ErrorType.ROUTE_NOT_FOUND.wireName());
    }

    @Test
    void shouldNameEveryRouteAndNoOther() throws Exception {
        Set<String> answered = Stream.of(Routes.class.getFields())
                .map(DocumentedRoutesTest::path)
                .flatMap(path -> METHODS.stream().map(method -> method + " " + path))
                .filter(this::isAnswered)
                .collect(Collectors.toCollection(TreeSet::new));
        Rules.all().stream()
                .filter(rule -> RouteRequests.isPlain(rule.pattern()))
                .map(Rules.Row::toString)
                .forEach(answered::add);
        Set<String> documented = documented();
        documented.removeIf(route -> route.startsWith("HEAD "));

        assertThat(documented).isNotEmpty().isEqualTo(answered);
    }

    @Test
    void shouldNameTheRouteWhoseRepliesHaveNoBody() throws Exception {
        put("users/1", "{}");

        server.send("HEAD", DB + "/docs?id=users/1", "").expect(200);
        assertThat(documented()).contains("HEAD /databases/{db}/docs");
    }
}
