package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.server.MembersPage.Row;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.server.conformance.DatabaseMembers;
import io.mintmark.server.conformance.DocumentMembers;
import io.mintmark.server.conformance.IndexMembers;
import io.mintmark.server.conformance.Members;
import io.mintmark.server.conformance.RefusedRoutes;
import io.mintmark.server.conformance.Rule;
import io.mintmark.server.conformance.Rule.Outcome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code verify/lab/reports/members.md} beside the server: every row is sent, and what comes of it is what the row says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentedMembersTest {
    private static final String DB = OverHttp.DB;
    private static final String BATCH = DB + "/bulk_docs";
    private static final String MULTI_GET = DB + "/multi_get";
    private static final String PUT = "{'Type':'PUT','Id':'users/3','Document':{}}";

    private static final String INDEX = "{'Name':'there','OutputReduceToCollection':'Counts','Aggregation':"
            + "{'Collection':'Orders','GroupBy':['Customer'],'Aggregates':[{'Name':'N','Function':'Count'}]}}";

    private static final ObjectMapper TREES = new ObjectMapper();

    /**
     * A table and the request that shows its rows.
     *
     * @param target a tilde stands where a parameter goes
     * @param place where in the body a member goes
     */
    private record Table(Members members, String method, String target, String body, String place) {
        String targetWith(Row row) {
            String others = target.contains("~") ? target.replaceAll("\\b" + row.name() + "=[^&]*", "") : target;
            return others.replace("~", row.sent());
        }

        String bodyWith(Row row) throws JsonProcessingException {
            if (target.contains("~")) {
                return body;
            }
            JsonNode tree = TREES.readTree(body);
            ((ObjectNode) tree.at(place)).setAll((ObjectNode) TREES.readTree("{" + row.sent() + "}"));
            return tree.toString();
        }
    }

    private static final Map<String, Table> TABLES = Map.ofEntries(
            body("Database record", DatabaseMembers.RECORD, "PUT", "/admin/databases?name=made", "{}", ""),
            query("Creation of a database", DatabaseMembers.CREATION, "PUT", "/admin/databases?~&name=made", ""),
            body(
                    "Deletion of databases",
                    DatabaseMembers.DELETION,
                    "DELETE",
                    "/admin/databases",
                    "{'DatabaseNames':['no']}",
                    ""),
            body(
                    "Client configuration",
                    DatabaseMembers.CLIENT_CONFIGURATION,
                    "PUT",
                    DB + "/admin/configuration/client",
                    "{}",
                    ""),
            body("Commands", DocumentMembers.COMMAND, "POST", BATCH, "{'Commands':[" + PUT + "]}", "/Commands/0"),
            body("Batches", DocumentMembers.BATCH, "POST", BATCH, "{'Commands':[" + PUT + "]}", ""),
            query(
                    "Query of a batch",
                    DocumentMembers.BATCH_PARAMETERS,
                    "POST",
                    BATCH + "??&~",
                    "{'Commands':[" + PUT + "]}"),
            body("Indexes", IndexMembers.BODY, "PUT", DB + "/indexes", "{}", ""),
            body(
                    "Definition of an index",
                    IndexMembers.DEFINITION,
                    "PUT",
                    DB + "/indexes",
                    "{'Indexes':[" + INDEX.replace("there", "made").replace("Counts", "MadeCounts") + "]}",
                    "/Indexes/0"),
            body(
                    "Priority of indexes",
                    IndexMembers.PRIORITY,
                    "POST",
                    DB + "/indexes/set-priority",
                    "{'Priority':'High','IndexNames':['there']}",
                    ""),
            query("Query of requests to indexes", IndexMembers.QUERY, "GET", DB + "/indexes?~", ""),
            query("Bulk inserts", DocumentMembers.BULK_INSERT, "POST", DB + "/bulk_insert?~&id=1", "[" + PUT + "]"),
            query("Loads by ids", DocumentMembers.LOAD, "GET", DB + "/docs?id=users/1&~", ""),
            body("Body of a load", DocumentMembers.IDS, "POST", DB + "/docs", "{'Ids':['users/1']}", ""),
            query("Lists", DocumentMembers.LIST, "GET", DB + "/docs?~", ""),
            body("Several requests in one", DocumentMembers.REQUESTS, "POST", MULTI_GET, "{'Requests':[]}", ""),
            body(
                    "Each request inside it",
                    DocumentMembers.REQUEST,
                    "POST",
                    MULTI_GET,
                    "{'Requests':[{'Url':'/databases/shop/docs'}]}",
                    "/Requests/0"));

    private static Map.Entry<String, Table> body(
            String section, Members members, String method, String target, String body, String place) {
        return Map.entry(section, new Table(members, method, target, body.replace('\'', '"'), place));
    }

    private static Map.Entry<String, Table> query(
            String section, Members members, String method, String target, String body) {
        return body(section, members, method, target, body, "");
    }

    @AutoClose
    private TestServer server;

    @BeforeAll
    void start(@TempDir Path directory) {
        server = TestServer.start(directory);
        server.createDatabase("shop");
        server.put(DB + "/indexes", "{\"Indexes\":[" + INDEX.replace('\'', '"') + "]}");
        server.put(DB + "/docs?id=users/1", "{\"name\":\"Ada\",\"company\":\"companies/1\"}");
    }

    @AfterEach
    void removeWhatRowsAdd() {
        server.delete("/admin/databases", "{\"HardDelete\":true,\"DatabaseNames\":[\"made\"]}");
        for (String index : List.of("a", "made", "Orders/ByCustomer")) {
            server.delete(DB + "/indexes?name=" + index, "");
        }
        for (String id : List.of("users/2", "users/3")) {
            if (server.get(DB + "/docs?id=" + id).status() == 200) {
                server.delete(DB + "/docs?id=" + id, "");
            }
        }
    }

    static Stream<Row> rows() {
        return MembersPage.rows().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void shouldBehaveAsEachRowSays(Row row) throws Exception {
        String before = contents();

        Answer answer = send(row);

        if (row.outcome() == Outcome.REFUSED) {
            answer.expect(400);
            assertThat(answer.text("Type")).matches(".*(NotSupported|SubscriptionDoesNotExist)Exception");
            assertThat(answer.text("Message")).contains(row.why());
            assertThat(contents()).as("nothing of it takes effect").isEqualTo(before);
        } else {
            assertThat(answer.status()).as("%s", answer).isLessThan(400);
        }
    }

    private Answer send(Row row) throws JsonProcessingException {
        Table table = TABLES.get(row.section());
        return table == null ? sendWhole(row) : server.send(table.method(), table.targetWith(row), table.bodyWith(row));
    }

    private Answer sendWhole(Row row) {
        String[] request = row.sent().replace("{db}", "shop").split(" ", 2);
        String[] headers = row.quoted().stream()
                .skip(1)
                .flatMap(header -> Arrays.stream(header.split(": ", 2)))
                .toArray(String[]::new);
        boolean bodiless = request[0].equals("GET") || request[0].equals("HEAD");
        return server.send(request[0], request[1], bodiless ? "" : "{}", headers);
    }

    private String contents() {
        return server.get("/databases") + " " + server.get(DB + "/docs").header("ETag") + " "
                + server.get(DB + "/configuration/client") + server.get(DB + "/indexes?namesOnly=true");
    }

    @Test
    void shouldHaveARowForEachRuleAndARuleForEachRow() {
        TABLES.forEach((section, table) -> {
            List<Row> rows = MembersPage.rows(section);
            Map<String, Rule> rules =
                    table.members().rules().stream().collect(Collectors.toMap(Rule::name, rule -> rule));

            assertThat(rows.stream().map(Row::name).filter(name -> !name.matches("(?i)noSuch.*")))
                    .as(section)
                    .containsAll(rules.keySet())
                    .allMatch(rules::containsKey);
            assertThat(rules.values())
                    .as(section)
                    .allMatch(rule -> rows.stream()
                            .anyMatch(row -> row.name().equals(rule.name())
                                    && row.outcome() == rule.outcome()
                                    && (rule.why().isEmpty() || rule.why().equals(row.why()))));
        });
    }

    @Test
    void shouldHaveARowForEachRouteThatIsRefusedByName() {
        List<String> sent = MembersPage.rows("Routes that are refused by name").stream()
                .map(row -> row.sent().replaceFirst("[A-Z]+ ", ""))
                .toList();

        assertThat(RefusedRoutes.paths())
                .isNotEmpty()
                .allMatch(path ->
                        sent.stream().anyMatch(row -> path.endsWith("/") ? row.startsWith(path) : row.equals(path)));
    }

    @Test
    void shouldRefuseInABulkInsertWhatItRefusesInABatch() {
        String before = contents();
        for (Row row : MembersPage.rows("Commands")) {
            if (row.outcome() == Outcome.REFUSED && !row.name().equals("Type")) {
                String command = "{" + row.sent() + ",\"Type\":\"PUT\",\"Id\":\"users/3\",\"Document\":{}}";

                Answer answer = server.post(DB + "/bulk_insert?id=1", "[" + command + "]");

                OverHttp.assertRefused(answer, "NotSupported", row.why());
            }
        }
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "false", "0", "0.0", "\"\"", "[]", "{}", "{\"Disabled\":true}", "\"None\""})
    void shouldTakeWhatAsksForNothingForAbsent(String value) {
        String record = DatabaseMembers.RECORD.rules().stream()
                .filter(rule -> rule.outcome() == Outcome.REFUSED)
                .map(rule -> '"' + rule.name() + "\":" + value)
                .collect(Collectors.joining(",", "{", ",\"NoSuchMember\":" + value + "}"));

        server.put("/admin/databases?name=made", record).expect(201);
    }
}
