package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.DescribedApi.Operation;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.testkit.Seed;
import io.mintmark.web.access.Rules;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code /openapi.json} beside the server that it describes. */
class OpenApiTest extends OverHttp {
    private static final int RANDOM_REQUESTS = 400;

    private DescribedApi described = new DescribedApi(MissingNode.getInstance());

    @BeforeEach
    void read() {
        described = new DescribedApi(server.get(PlainRoutes.OPENAPI).expect(200).json());
    }

    /** The table of clearances has every route that a server answers, or it would not start. */
    @Test
    void shouldDescribeEveryRouteAndNoOther() {
        Set<String> answered = Rules.all().stream()
                .filter(rule -> RouteRequests.isPlain(rule.pattern()))
                .map(Rules.Row::toString)
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> said =
                described.operations().stream().map(Operation::toString).collect(Collectors.toCollection(TreeSet::new));

        assertThat(said).isEqualTo(answered).hasSizeGreaterThan(14);
    }

    @Test
    void shouldDescribeWhatIsAnsweredWhenAllGoesWell() {
        List<String> wrong = new ArrayList<>();
        wrong.addAll(ask("POST", PlainRoutes.COUNTER_NEXT, "", 200));
        wrong.addAll(ask("POST", PlainRoutes.COUNTER_NEXT, "?count=3", 200));
        wrong.addAll(ask("POST", PlainRoutes.IDENTITY_NEXT, "", 200));
        wrong.addAll(ask("POST", PlainRoutes.COUNTER_RAISE, "?to=50", 200));
        wrong.addAll(ask("POST", PlainRoutes.IDENTITY_RAISE, "?to=50", 200));
        wrong.addAll(ask("POST", PlainRoutes.RANGES, "?count=10", 201));
        String place = server.post("/v1/shop/counters/orders/ranges?count=10", "")
                .header("Location")
                .orElseThrow();
        for (int repeated = 0; repeated < 2; repeated++) {
            wrong.addAll(described.wrong(
                    described.operation("DELETE", PlainRoutes.LEASE),
                    server.delete(place + "?last=63", "").expect(200)));
        }
        for (String list : List.of(
                PlainRoutes.COUNTERS,
                PlainRoutes.COUNTER,
                PlainRoutes.LEASES,
                PlainRoutes.NUMBER,
                PlainRoutes.IDENTITIES,
                PlainRoutes.JOURNAL,
                PlainRoutes.DATABASES,
                PlainRoutes.DATABASE,
                PlainRoutes.OPENAPI)) {
            wrong.addAll(ask("GET", list, "", 200));
        }
        wrong.addAll(ask("GET", PlainRoutes.LEASES, "?limit=1", 200));
        wrong.addAll(ask("PUT", PlainRoutes.DATABASE, "", 200));
        wrong.addAll(ask("DELETE", PlainRoutes.DATABASE, "?erase=true", 200));
        wrong.addAll(ask("PUT", PlainRoutes.DATABASE, "", 201));

        assertThat(wrong).isEmpty();
    }

    private List<String> ask(String method, String path, String query, int status) {
        Answer answer =
                server.send(method, RouteRequests.path(path) + query, "").expect(status);
        return described.wrong(described.operation(method, path), answer);
    }

    /** Each answer is described, and a request is refused as malformed where the description forbids it, and only there. */
    @Test
    void shouldDescribeWhatIsAnsweredToRandomRequests() {
        Random random = new Random(Seed.fresh("OpenApiTest"));
        for (int i = 0; i < RANDOM_REQUESTS; i++) {
            Operation operation = described
                    .operations()
                    .get(random.nextInt(described.operations().size()));
            boolean sound = random.nextInt(3) > 0;
            boolean badKey = !sound && takesKey(operation) && random.nextBoolean();
            String target = RouteRequests.path(operation.path()) + query(operation, random, sound || badKey);
            Answer answer = server.send(operation.method(), target, "", key(operation, random, badKey));
            String what = operation.method() + " " + target + ": " + answer;

            assertThat(described.wrong(operation, answer)).as(what).isEmpty();
            if (!operation.path().equals(PlainRoutes.LEASE)) {
                // A lease may be returned by a lie, which no description of single parameters shows.
                assertThat(answer.status() == 400).as(what).isEqualTo(!sound);
            }
            server.put("/v1/databases/shop", "");
        }
    }

    private static boolean takesKey(Operation operation) {
        return !key(operation).isMissingNode();
    }

    private static JsonNode key(Operation operation) {
        for (JsonNode parameter : operation.described().path("parameters")) {
            if (parameter.path("in").asText().equals("header")) {
                return parameter;
            }
        }
        return MissingNode.getInstance();
    }

    /** Returns a header field that the description allows, or one that it does not; none where none is described. */
    private static String[] key(Operation operation, Random random, boolean bad) {
        if (!takesKey(operation) || (!bad && random.nextBoolean())) {
            return new String[0];
        }
        String value = bad ? List.of("", "a b", "x".repeat(256)).get(random.nextInt(3)) : "key-" + random.nextInt(20);
        assertThat(value.matches(key(operation).at("/schema/pattern").asText())).isNotEqualTo(bad);
        return new String[] {key(operation).path("name").asText(), value};
    }

    private static String query(Operation operation, Random random, boolean sound) {
        StringBuilder query = new StringBuilder("?");
        boolean broken = sound;
        for (JsonNode parameter : operation.described().path("parameters")) {
            boolean sent = parameter.path("required").asBoolean() || random.nextBoolean();
            if (!parameter.path("in").asText().equals("query") || !sent) {
                continue;
            }
            JsonNode schema = parameter.path("schema");
            boolean breaking = !broken && !schema.path("type").asText().equals("string");
            broken |= breaking;
            query.append(parameter.path("name").asText())
                    .append('=')
                    .append(breaking ? unsound(schema, random) : sound(schema, random))
                    .append('&');
        }
        return broken ? query.toString() : query.append("unheardOf=1").toString();
    }

    private static String sound(JsonNode schema, Random random) {
        return switch (schema.path("type").asText()) {
            case "integer" -> {
                long least = schema.path("minimum").asLong();
                long most = schema.path("maximum").asLong();
                long some = least + random.nextInt((int) Math.min(most - least, 1_000));
                yield Long.toString(List.of(least, most, some, some).get(random.nextInt(4)));
            }
            case "boolean" -> Boolean.toString(random.nextBoolean());
            default -> "name" + random.nextInt(9);
        };
    }

    private static String unsound(JsonNode schema, Random random) {
        if (!schema.path("type").asText().equals("integer")) {
            return List.of("", "1", "yes", "null").get(random.nextInt(4));
        }
        String below = Long.toString(schema.path("minimum").asLong() - 1);
        String above = new BigInteger(schema.path("maximum").asText())
                .add(BigInteger.ONE)
                .toString();
        return List.of(below, above, "", "1.5", "0x1", "abc", "-9223372036854775808")
                .get(random.nextInt(7));
    }

    /** The twin: an answer with a member more, less, or of another type is found, and so is a status. */
    @Test
    void shouldNoticeAnAnswerThatIsNotDescribed() {
        Operation next = described.operation("POST", PlainRoutes.COUNTER_NEXT);
        JsonNode schema = next.described().at("/responses/200/content/application~1json/schema");
        ObjectNode answer =
                (ObjectNode) server.post("/v1/shop/counters/orders/next", "").json();
        assertThat(described.against(schema, answer.toString())).isEmpty();

        assertThat(described.against(schema, answer.deepCopy().put("more", 1).toString()))
                .isNotEmpty();
        assertThat(described.against(
                        schema, answer.deepCopy().put("number", "1").toString()))
                .isNotEmpty();
        assertThat(described.against(schema, answer.deepCopy().put("last", 1).toString()))
                .isNotEmpty();
        assertThat(described.against(schema, answer.deepCopy().without("id").toString()))
                .isNotEmpty();
        assertThat(described.wrong(next, server.get("/healthcheck"))).isNotEmpty();
    }
}
