package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorCommandTest extends DoctoredDatabase {

    @BeforeEach
    void fill() throws SQLException {
        execute(
                "CREATE TABLE hibernate_sequences (sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT)",
                "INSERT INTO hibernate_sequences VALUES ('Order', 0)",
                "CREATE TABLE hibernate_unique_key (next_hi INTEGER)",
                "INSERT INTO hibernate_unique_key VALUES (7)");
    }

    @Test
    void shouldListWhatProductsCountWith() {
        CommandRun listed = doctor().expect(0);

        assertThat(listed.out().lines())
                .containsExactly(
                        "named row hibernate_sequences Order, at 0: Hibernate 5.3 and newer (last used), or NHibernate"
                                + " (next)",
                        "single row hibernate_unique_key, at 7: NHibernate hilo, or Hibernate up to 4.3");
    }

    @Test
    void shouldTellTheFirstIdThatTwoProgramsIssue() {
        CommandRun judged = doctor("--as", "hibernate-table-pooled-lo:10", "--as", "nhibernate-table-pooled-lo:10")
                .expect(Diagnosis.COLLIDES);

        assertThat(judged.out())
                .contains("two of hibernate-table-pooled-lo:10: safe")
                .contains("hibernate-table-pooled-lo:10 beside nhibernate-table-pooled-lo:10: collides at 10: A 1..10,"
                        + " B 10..19");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--json --tables --map größe=hibernate-pooled:50@y"})
    void shouldPrintJsonInWhateverLocale(String options) throws Exception {
        execute("CREATE TABLE größe_seq (next_val BIGINT)", "INSERT INTO größe_seq VALUES (5)");

        String out = doctor(options.split(" ", -1)).out();

        assertThat(out).matches("\\p{ASCII}+");
        assertThat(new ObjectMapper().readTree(out).toString()).contains("größe");
    }

    @Test
    void shouldEndWellWhereNobodyCollides() {
        CommandRun judged = doctor(
                        "--counter",
                        "hibernate_unique_key",
                        "--as",
                        "nhibernate-hilo:9",
                        "--as",
                        "hibernate-unique-key:9")
                .expect(0);

        assertThat(judged.out()).contains("nhibernate-hilo:9 beside hibernate-unique-key:9: safe");
        assertThat(judged.out()).doesNotContain("hibernate_sequences");
    }

    @Test
    void shouldSpeakJsonToScripts() throws IOException {
        CommandRun judged = doctor(
                "--json",
                "--counter",
                "hibernate_sequences",
                "--as",
                "hibernate-table-pooled:10",
                "--as",
                "hibernate-table-pooled-lo:10");

        JsonNode counter =
                new ObjectMapper().readTree(judged.out()).path("counters").path(0);
        judged.expect(Diagnosis.COLLIDES);
        assertThat(counter.path("value").asLong()).isZero();
        assertThat(counter.path("verdicts").path(1).path("firstDuplicate").asLong())
                .isEqualTo(2);
        assertThat(counter.path("verdicts").path(0).path("safe").asBoolean()).isTrue();
    }

    @Test
    void shouldNotCallAProgramSafeThatHasNoCounterThere() {
        CommandRun judged =
                doctor("--as", "efcore:10", "--as", "nhibernate-hilo:9").expect(Diagnosis.NOT_JUDGED);

        assertThat(judged.out())
                .contains("two of nhibernate-hilo:9: safe")
                .contains("efcore:10: not judged: it counts with a sequence, and none was found")
                .doesNotContain("efcore:10: safe");
    }

    @Test
    void shouldJudgeNobodyInADatabaseWithoutCounters() throws SQLException {
        execute("DROP TABLE hibernate_sequences", "DROP TABLE hibernate_unique_key");

        CommandRun listed = doctor();
        CommandRun judged = doctor("--as", "hibernate-table-pooled:50");

        listed.expect(0);
        assertThat(listed.out().lines()).containsExactly("no counters found");
        judged.expect(Diagnosis.NOT_JUDGED);
        assertThat(judged.out()).contains("the column next_val of a table hibernate_sequences, and none was found");
    }

    @Test
    void shouldNotHideACollisionBehindWhatIsNotKnown() {
        CommandRun judged = doctor(
                        "--as",
                        "efcore:10",
                        "--as",
                        "hibernate-table-pooled:10",
                        "--as",
                        "hibernate-table-pooled-lo:10")
                .expect(Diagnosis.COLLIDES);

        assertThat(judged.out()).contains("efcore:10: not judged").contains("collides at 2");
    }

    @Test
    void shouldRefuseOnceWhoCannotShareACounterAtAll() throws SQLException {
        CommandRun judged = doctor("--as", "nhibernate-hilo-optimizer:10");
        execute("DROP TABLE hibernate_sequences", "DROP TABLE hibernate_unique_key");
        CommandRun withoutCounters = doctor("--as", "nhibernate-hilo-optimizer:10");

        judged.expect(Diagnosis.COLLIDES);
        assertThat(judged.out().lines().filter(line -> line.contains("cannot be shared")))
                .singleElement()
                .asString()
                .startsWith("nhibernate-hilo-optimizer:10: a counter of NHibernate");
        withoutCounters.expect(Diagnosis.COLLIDES);
    }

    @Test
    void shouldJudgeMartensFunctionByTheRowThatItMoves() throws SQLException {
        execute(
                "CREATE TABLE mt_hilo (entity_name VARCHAR(255) PRIMARY KEY, hi_value BIGINT)",
                "INSERT INTO mt_hilo VALUES ('order', 4)");

        CommandRun judged =
                doctor("--as", "marten:1000", "--as", "marten-row:1000").expect(0);

        assertThat(judged.out()).contains("marten:1000 beside marten-row:1000: safe");
        doctor("--as", "marten:1000", "--as", "marten:500").expect(Diagnosis.COLLIDES);
    }

    @Test
    void shouldTellScriptsWhatWasNotJudged() throws IOException {
        CommandRun judged = doctor("--json", "--as", "efcore:10");

        JsonNode notJudged =
                new ObjectMapper().readTree(judged.out()).path("notJudged").path(0);
        judged.expect(Diagnosis.NOT_JUDGED);
        assertThat(notJudged.path("program").asText()).isEqualTo("efcore:10");
        assertThat(notJudged.path("shareable").asBoolean()).isTrue();
    }

    @Test
    void shouldRefuseWhatNobodyKnows() {
        assertThat(doctor("--as", "hibernat:10"))
                .matches(outcome -> outcome.exitCode() == 2)
                .extracting(CommandRun::err)
                .asString()
                .contains("--as must begin with a preset that is known: hibernat");
        for (String number : List.of("0", "", "ten")) {
            assertThat(doctor("--as", "efcore:" + number).expect(2).err())
                    .contains("from 1 to 2147483647, but ends with '" + number
                            + "': write efcore:10, or efcore alone for that");
        }
        assertThat(doctor("--counter", "nowhere"))
                .matches(outcome -> outcome.exitCode() == 1)
                .extracting(CommandRun::err)
                .asString()
                .contains("No counter is called nowhere");
    }

    @Test
    void shouldChangeNothing() throws IOException {
        byte[] before = Files.readAllBytes(directory.resolve("shop.db"));

        doctor("--as", "hibernate-table-pooled-lo:10");

        assertThat(Files.readAllBytes(directory.resolve("shop.db"))).isEqualTo(before);
    }

    @Test
    void shouldRefuseADatabaseThatIsNotThereAndCreateNone() {
        Path mistyped = directory.resolve("shup.db");

        CommandRun outcome =
                CommandRun.of("doctor", "--jdbc-url", "jdbc:sqlite:" + mistyped).expect(1);

        assertThat(outcome.err()).contains("could not be looked at");
        assertThat(mistyped).doesNotExist();
    }

    @Test
    void shouldSayWhereAMissingDriverGoes() {
        assertThat(CommandRun.of("doctor", "--jdbc-url", "jdbc:nosuch://db/shop"))
                .matches(outcome -> outcome.exitCode() == 1)
                .extracting(CommandRun::err)
                .asString()
                .contains("no driver takes this URL")
                .contains("lib");
    }

    @Test
    void shouldNeverPrintAPassword() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "swordfish\n");
        String nowhere = "jdbc:nosuch://db/shop";

        CommandRun byFile = CommandRun.of("doctor", "--jdbc-url", nowhere, "--password-file", file.toString());
        CommandRun byVariable =
                CommandRun.with(Map.of("MINTMARK_JDBC_PASSWORD", "swordfish"), "doctor", "--jdbc-url", nowhere);

        byFile.expect(1);
        assertThat(byFile.out() + byFile.err())
                .contains("could not be looked at")
                .doesNotContain("swordfish");
        CommandRun byUrl = CommandRun.of("doctor", "--jdbc-url", nowhere + "?Password=swordfish");
        assertThat(byUrl.err()).contains("must not be part of --jdbc-url").doesNotContain("swordfish");
        assertThat(byVariable.out() + byVariable.err()).doesNotContain("swordfish");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://app:swordfish@db/shop",
                "jdbc:postgresql://db/shop?user=app&password=swordfish",
                "jdbc:sqlserver://db;PWD=swordfish",
                "jdbc:oracle:thin:app/swordfish@//db/shop"
            })
    void shouldRefuseAUrlThatHoldsAPasswordAndNotRepeatIt(String url) {
        CommandRun refused = CommandRun.of("doctor", "--jdbc-url", url);
        CommandRun withoutOption = CommandRun.of("doctor", url);
        CommandRun mistyped = CommandRun.of("doctor", "--jdbc-urll", url);
        CommandRun joined = CommandRun.of("doctor", "--jdbc-urll=" + url);

        refused.expect(1);
        assertThat(refused.err()).contains("must not be part of --jdbc-url");
        assertThat(mistyped.err()).contains("--jdbc-url");
        for (CommandRun outcome : List.of(refused, withoutOption, mistyped, joined)) {
            assertThat(outcome.out() + outcome.err()).doesNotContain("swordfish");
        }
    }

    @Test
    void shouldNotRepeatAPasswordThatWasGivenToAnOptionThatIsNone() {
        assertThat(doctor("--password", "swordfish").err())
                .contains("--password")
                .doesNotContain("swordfish");
        assertThat(doctor("--password=swordfish").err()).contains("--password").doesNotContain("swordfish");
        assertThat(doctor("--passwort", "swordfish").err()).doesNotContain("swordfish");
    }

    /** Some drivers repeat what they were told, and some fail in ways that they do not declare. */
    @ParameterizedTest(name = "undeclared: {0}")
    @ValueSource(booleans = {false, true})
    void shouldNotPassOnWhatADriverRepeats(boolean undeclared) throws SQLException {
        Driver repeating = new RepeatingDriver(undeclared);
        DriverManager.registerDriver(repeating);
        try {
            CommandRun outcome = CommandRun.with(
                            Map.of("MINTMARK_JDBC_PASSWORD", "swordfish"),
                            "doctor",
                            "--jdbc-url",
                            "jdbc:repeating:shop")
                    .expect(1);

            assertThat(outcome.err()).contains("cannot log in", "jdbc:repeating:shop");
            assertThat(outcome.out() + outcome.err()).doesNotContain("swordfish");
        } finally {
            DriverManager.deregisterDriver(repeating);
        }
    }
}
