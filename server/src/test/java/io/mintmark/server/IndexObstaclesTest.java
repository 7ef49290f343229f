package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps one document of an index from being written, and leaves all others alone. */
class IndexObstaclesTest extends OverHttp {
    private static final String INDEXES = DB + "/indexes";

    /** Lists the sums of each year. */
    private static final String YEARS = index("years", "Year", "YearSums", "Years/{Year}", "Years");

    private static String index(String name, String groupBy, String output, String pattern, String references) {
        String named = references.isEmpty() ? "" : "'PatternReferencesCollectionName':'" + references + "',";
        String more = "'PatternForOutputReduceToCollectionReferences':'" + pattern + "'," + named;
        return Bodies.counting(name, "Orders", groupBy, output, "Count", more);
    }

    private Answer putIndex(String definition) {
        return server.put(INDEXES, Bodies.indexes(definition));
    }

    private void order(int number, String members) {
        store("orders/" + number, "Orders", members);
    }

    private void store(String id, String collection, String members) {
        Answer answer = put(id, Bodies.in(collection, members)).expect(201);
    }

    private String collection(String id) {
        return load(id).at("/@metadata/@collection").asText();
    }

    private List<String> errors() {
        return server.get(INDEXES + "/errors").json().findValuesAsText("Error");
    }

    private int outputs(String collection) {
        return server.get(DB + "/collections/stats")
                .at("/Collections/" + collection)
                .asInt();
    }

    @Test
    void shouldGoOnWhereAListMeetsADocumentOfAnotherIndex() {
        putIndex(index("kinds", "Kind,Year", "KindSums", "{Kind}/{Year}", "Kinds"))
                .expect(201);
        order(1, "'Kind':'Years','Year':2024");
        catchUp();
        assertThat(collection("Years/2024")).isEqualTo("Kinds");
        putIndex(YEARS).expect(201);
        order(2, "'Kind':'Others','Year':2023");
        catchUp();

        assertThat(collection("Years/2024")).as("it is the other one's").isEqualTo("Kinds");
        assertThat(collection("Years/2023")).isEqualTo("Years");
        assertThat(outputs("YearSums")).isEqualTo(2);
        assertThat(errors())
                .singleElement()
                .satisfies(error -> assertThat(error).contains("Years/2024"));

        order(1, "'Kind':'Others','Year':2024");
        catchUp();
        // The list was removed by then, and the second call waits for what follows from that.
        catchUp();
        assertThat(collection("Years/2024")).isEqualTo("Years");
        assertThat(load("Years/2024").path("ReduceOutputs")).hasSize(1);
    }

    @Test
    void shouldWriteAListOnceTheDocumentIsGoneThatHadItsId() {
        store("years/2024", "Mine", "'mine':true");
        putIndex(YEARS).expect(201);
        order(1, "'Year':2024");
        order(2, "'Year':2025");
        catchUp();
        assertThat(collection("Years/2024")).isEqualTo("Mine");
        assertThat(errors()).isNotEmpty().allMatch(error -> error.contains("Years/2024"));

        order(1, "'Year':2026");
        catchUp();
        delete("Years/2024");
        catchUp();
        assertThat(load("Years/2024").isMissingNode() || load("Years/2024").isNull())
                .as("nothing is listed there any more")
                .isTrue();

        store("years/2024", "Mine", "'mine':true");
        order(3, "'Year':2024");
        catchUp();
        delete("Years/2024");
        catchUp();
        assertThat(load("Years/2024").path("ReduceOutputs")).hasSize(1);
        assertThat(collection("Years/2024")).isEqualTo("Years");
    }

    @Test
    void shouldWriteAnOutputOnceTheDocumentIsGoneThatHadItsId() {
        store("YearSums/2024", "YearSum", "'mine':true");
        putIndex(YEARS).expect(201);
        order(1, "'Year':2024");
        order(2, "'Year':2025");
        catchUp();
        assertThat(load("YearSums/2024").path("mine").asBoolean()).isTrue();
        assertThat(load("YearSums/2025").path("Count").asInt()).isEqualTo(1);
        assertThat(server.get(INDEXES + "/errors")
                        .at("/Results/0/Errors/0/Document")
                        .asText())
                .as("the key of the group")
                .isEqualTo("2024");

        delete("YearSums/2024");
        catchUp();

        assertThat(load("YearSums/2024").path("Count").asInt()).isEqualTo(1);
        assertThat(collection("YearSums/2024")).isEqualTo("YearSums");
    }

    @ParameterizedTest
    @ValueSource(strings = {"YearSums/2024", "Years/2024"})
    void shouldWriteAnArtificialDocumentAgainThatSomebodyDeleted(String id) {
        putIndex(YEARS).expect(201);
        order(1, "'Year':2024");
        catchUp();
        JsonNode before = load(id).deepCopy();

        delete(id);
        catchUp();

        assertThat(load(id).path("Count")).isEqualTo(before.path("Count"));
        assertThat(load(id).path("ReduceOutputs")).isEqualTo(before.path("ReduceOutputs"));
        assertThat(collection(id)).isEqualTo(before.at("/@metadata/@collection").asText());
        assertThat(errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"YearSums/2024, YearSums", "Years/2024, Years"})
    void shouldTellOfAnArtificialDocumentThatSomebodyReplaced(String id, String collection) {
        putIndex(YEARS).expect(201);
        order(1, "'Year':2024");
        catchUp();

        store(id, collection, "'mine':true");
        catchUp();

        assertThat(load(id).path("mine").asBoolean()).isTrue();
        assertThat(errors()).isNotEmpty().allMatch(error -> error.contains(id));
    }

    @Test
    void shouldWriteAnOutputThatCannotBeListedAndSaySo() {
        putIndex(YEARS).expect(201);
        order(1, "'Year':null");
        order(2, "'Year':2025");
        catchUp();

        assertThat(outputs("YearSums")).isEqualTo(2);
        assertThat(outputs("Years")).isEqualTo(1);
        assertThat(errors())
                .singleElement()
                .satisfies(error -> assertThat(error).contains("no document lists it", "'Year'"));
    }

    @ParameterizedTest
    @CsvSource({
        "a/, asks for a server-side id",
        "a:, asks for a server-side id",
        "a|, |",
        "a\\n, control",
        "\\u0000, control",
        "\\ud800, surrogate",
    })
    void shouldFailAGroupAloneWhoseMemberMakesNoId(String year, String why) {
        server.put(DB + "/admin/configuration/client", "{\"IdentityPartsSeparator\":\":\"}");
        putIndex(YEARS).expect(201);
        order(1, "'Year':'" + year + "'");
        order(2, "'Year':'b:1/2|3'");
        catchUp();

        assertThat(errors())
                .singleElement()
                .satisfies(error -> assertThat(error).contains(why));
        assertThat(outputs("YearSums")).isEqualTo(1);
        assertThat(collection("Years/b:1/2|3")).isEqualTo("Years");
    }

    @Test
    void shouldNotListOutputsUnderIdsOfTheServersOwn() {
        putIndex(index("free", "Kind,Year", "Sums", "{Kind}/{Year}", "Lists")).expect(201);
        order(1, "'Kind':'Raven','Year':'Hilo/orders'");
        order(2, "'Kind':'RAVEN','Year':1");
        order(3, "'Kind':'lists','Year':1");
        catchUp();

        assertThat(errors()).hasSize(2).allMatch(error -> error.contains("the server's own"));
        assertThat(outputs("Lists")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2020-13-45",
                "2021-02-29",
                "2020-00-01",
                "0000-01-01",
                "2020-01-01T24:00",
                "2020-01-01T10:60",
                "2020-01-01T10:00:60",
                "2020-01-01\\n",
                "2020-01-01T10:00\\n",
                "20200101",
                "soon"
            })
    void shouldFailAGroupAloneWhoseDateIsNone(String date) {
        putIndex(index("days", "Day", "Daily", "days/{Day:yyyy-MM}", "")).expect(201);
        order(1, "'Day':'" + date + "'");
        order(2, "'Day':'2020-02-29T23:59:59.9999999+02:00'");
        catchUp();

        assertThat(errors())
                .singleElement()
                .satisfies(error -> assertThat(error).contains("is no date in ISO 8601"));
        assertThat(outputs("Daily")).isEqualTo(1);
        assertThat(load("days/2020-02").path("ReduceOutputs")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "Sums, lists/{Year}/, Lists, asks for a server-side id",
        "Sums, lists/{Year}:, Lists, asks for a server-side id",
        "Sums, lists/{Year}|, Lists, |",
        "Sums, lists\\t/{Year}, Lists, control",
        "Sums, lists/{Year:yyyy\\u0007}, Lists, control",
        "LONG, lists/{Year}, Lists, 'whose name has 300 bytes: name one of at most 256'",
        "Sums, lists/{Year}, LONG, 'whose name has 300 bytes: name one of at most 256'",
    })
    void shouldRefuseAnIndexThatCouldWriteNothing(String output, String pattern, String references, String why) {
        server.put(DB + "/admin/configuration/client", "{\"IdentityPartsSeparator\":\":\"}");
        String longest = "n".repeat(300);

        Answer refused = putIndex(
                index("other", "Year", output.replace("LONG", longest), pattern, references.replace("LONG", longest)));

        assertRefused(refused, "IndexInvalid", why);
        assertThat(refused.text("Message")).contains("'other'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OutputReduceToCollection",
                "PatternForOutputReduceToCollectionReferences",
                "PatternReferencesCollectionName"
            })
    void shouldRefuseANameThatIsNoText(String member) {
        String number = YEARS.replaceFirst("\"" + member + "\":\"[^\"]*\"", "\"" + member + "\":7");

        assertRefused(putIndex(number), "IndexInvalid", "the " + member + " 7, which is no text");
    }

    @ParameterizedTest
    @CsvSource({"LONG, whose name has 300 bytes", "Orders\\n, control characters"})
    void shouldRefuseToReadACollectionThatNoDocumentCanBeIn(String source, String why) {
        String definition = YEARS.replace("\"Orders\"", "\"" + source.replace("LONG", "n".repeat(300)) + "\"");

        assertRefused(putIndex(definition), "IndexInvalid", why);
    }

    @Test
    void shouldTakeTextsThatEndALine() {
        String ended = YEARS.replace("YearSums\"", "YearSums\\n\"")
                .replace("{Year}\"", "{Year}\\n\"")
                .replace("\"Years\"", "\" Years\\r\\n\"");
        putIndex(ended).expect(201);
        order(1, "'Year':2024");
        catchUp();

        assertThat(load("Years/2024").path("ReduceOutputs").toString()).isEqualTo("[\"YearSums/2024\"]");
        assertThat(collection("Years/2024")).isEqualTo("Years");
    }
}
