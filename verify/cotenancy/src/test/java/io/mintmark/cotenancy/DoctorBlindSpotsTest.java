package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cli.CommandAtWork.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Catalog states at which the doctor must not stop, and which it must not overlook, on real servers. */
final class DoctorBlindSpotsTest {
    private static final int COLLIDES = 3;
    private static final int NOT_JUDGED = 4;

    private @SuppressWarnings("NullAway.Init") Place place;

    @AfterEach
    void stop() {
        if (place != null) {
            place.close();
        }
    }

    private Doctor on(Engine engine, String... statements) {
        place = engine.newDatabase();
        place.execute(statements);
        return new Doctor(place);
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void shouldNotCallASequenceSafeThatBeginsAgain(Engine engine) {
        Doctor doctor = on(engine, "CREATE SEQUENCE s INCREMENT BY 10 MAXVALUE 50 CYCLE");

        // MariaDB's doctor sees the other tests' databases too.
        Outcome judged =
                doctor.examine("--counter", place.sequence("s"), "--as", "efcore:10", "--as", "hibernate-hilo:10");

        assertThat(judged.exitCode()).isEqualTo(COLLIDES);
        assertThat(judged.out()).contains("NO CYCLE").doesNotContain(": safe");
    }

    @Test
    void shouldNameASequenceThatMayNotBeReadAndJudgeTheOthers() {
        // Roles are the server's, whose data the next run finds again.
        String stranger = "stranger_" + ProcessHandle.current().pid() + "_" + System.nanoTime();
        Doctor doctor = on(
                Engine.POSTGRES,
                "CREATE SEQUENCE closed INCREMENT BY 10",
                "CREATE SEQUENCE open INCREMENT BY 10",
                "CREATE SCHEMA hidden",
                "CREATE SEQUENCE hidden.away INCREMENT BY 10",
                "CREATE TABLE hidden.hibernate_sequences (sequence_name TEXT, next_val BIGINT)",
                "CREATE TABLE hibernate_sequence (next_val BIGINT)",
                "CREATE ROLE " + stranger + " LOGIN",
                "GRANT SELECT ON open TO " + stranger);

        Outcome judged = doctor.examineAs(stranger, "--as", "efcore:10");

        assertThat(judged.exitCode()).as(judged.toString()).isEqualTo(NOT_JUDGED);
        assertThat(judged.out())
                .contains("sequence public.open, at 1, increment 10")
                .contains("two of efcore:10: safe")
                .contains("sequence public.closed: not judged: ", "permission denied for sequence closed")
                .contains("sequence hidden.away: not judged: ")
                .contains("table hidden.hibernate_sequences: not judged: ")
                .contains("table hibernate_sequence: not judged: ");
        assertThat(doctor.examineAs(stranger, "--counter", "open", "--as", "efcore:10")
                        .exitCode())
                .isZero();
        assertThat(doctor.examineAs(stranger, "--counter", "closed", "--as", "efcore:10")
                        .exitCode())
                .isEqualTo(NOT_JUDGED);
        place.execute("REVOKE ALL ON open FROM " + stranger, "DROP ROLE " + stranger);
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void shouldNameASequenceAtTheEndOfAllNumbersAndJudgeTheOthers(Engine engine) {
        Doctor doctor = on(
                engine,
                "CREATE SEQUENCE at_end INCREMENT BY 10 CACHE 1",
                engine == Engine.POSTGRES
                        ? "SELECT setval('at_end', 9223372036854775801)"
                        : "SELECT SETVAL(at_end, 9223372036854775801)",
                "CREATE SEQUENCE in_use INCREMENT BY 10 CACHE 1");

        Outcome judged = doctor.examine("--as", "efcore:10");

        assertThat(judged.exitCode()).isEqualTo(COLLIDES);
        assertThat(judged.out())
                .contains("at_end")
                .contains("at its end")
                .containsPattern("in_use.*\\n +two of efcore:10: safe");
    }

    @Test
    void shouldNameWhatHasANameThatNobodyCanSay() {
        String longName = "s".repeat(60);
        Doctor doctor = on(
                Engine.POSTGRES,
                "CREATE SEQUENCE \" \" INCREMENT BY 10",
                "CREATE SEQUENCE \"a\nb\" INCREMENT BY 10",
                "CREATE SEQUENCE " + longName + " INCREMENT BY 10",
                "CREATE TABLE \"c\nd\" (sequence_name TEXT, next_val BIGINT)");

        Outcome judged = doctor.examine("--as", "efcore:10");

        assertThat(judged.exitCode()).isEqualTo(NOT_JUDGED);
        assertThat(judged.out())
                .contains("sequence public." + longName)
                .contains("sequence public. : not judged: ", "more than blanks")
                .contains("sequence public.a\\u000ab: not judged: ", "control characters")
                .contains("table c\\u000ad: not judged: ");
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void shouldListMoreThanAThousandSequences(Engine engine) {
        String[] statements = new String[1_100];
        for (int at = 0; at < statements.length; at++) {
            statements[at] = "CREATE SEQUENCE s" + at + " INCREMENT BY 10";
        }
        Doctor doctor = on(engine, statements);

        Outcome judged = doctor.examine();

        assertThat(judged.exitCode()).isZero();
        assertThat(judged.out().lines().filter(line -> line.startsWith("sequence " + place.sequence("s"))))
                .hasSize(statements.length);
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void shouldLookAtTablesOfOtherNames(Engine engine) {
        Doctor doctor = on(
                engine,
                "CREATE TABLE hibernate_sequence (next_val BIGINT)",
                "INSERT INTO hibernate_sequence VALUES (51)",
                "CREATE TABLE order_gen (sequence_name VARCHAR(255), next_val BIGINT)",
                "INSERT INTO order_gen VALUES ('orders', 50)");

        Outcome judged = doctor.examine("--as", "hibernate-row-pooled-lo:50", "--as", "hibernate-table-pooled-lo:50");

        assertThat(judged.exitCode()).as(judged.toString()).isZero();
        assertThat(judged.out())
                .contains("single row hibernate_sequence, at 51")
                .contains("named row order_gen orders, at 50");
    }

    @Test
    void shouldJudgeWhatStandsInADecimalThatNoLongHolds() {
        Doctor doctor = on(
                Engine.POSTGRES,
                "CREATE TABLE SEQUENCE (SEQ_NAME VARCHAR(50), SEQ_COUNT DECIMAL(38))",
                "INSERT INTO SEQUENCE VALUES ('far', 99999999999999999999), ('near', 50)");

        Outcome judged = doctor.examine("--as", "eclipselink-table:50");

        assertThat(judged.exitCode()).isEqualTo(COLLIDES);
        assertThat(judged.out())
                .contains("far")
                .contains("99999999999999999999")
                .containsPattern("near, at 50.*\\n +two of eclipselink-table:50: safe");
    }
}
