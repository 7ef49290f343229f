package io.mintmark.cotenancy;

import static io.mintmark.cotenancy.Statements.change;
import static io.mintmark.cotenancy.Statements.inTransaction;
import static io.mintmark.cotenancy.Statements.number;

import java.util.Optional;
import java.util.OptionalLong;

/** EF Core, Marten and Doctrine, replayed from their sources and tests (relational-hilo 3.1, 3.4 and 3.5). */
final class OtherReplays {
    static final String EF_CORE_SEQUENCE =
            "CREATE SEQUENCE \"EntityFrameworkHiLoSequence\" START WITH 1 INCREMENT BY 10 NO CYCLE";

    static final String DOCTRINE_SEQUENCE = "CREATE SEQUENCE doctrine_seq INCREMENT BY 10 MINVALUE 1 START 1";
    static final String DOCTRINE_TABLE = "CREATE TABLE sequences (sequence_name VARCHAR(255) NOT NULL PRIMARY KEY,"
            + " sequence_value INT DEFAULT 1 NOT NULL, sequence_increment_by INT DEFAULT 1 NOT NULL)";

    static final String MARTEN_TABLE =
            "CREATE TABLE mt_hilo (entity_name varchar NOT NULL PRIMARY KEY, hi_value bigint DEFAULT 0)";
    static final String MARTEN_FUNCTION = """
            CREATE FUNCTION mt_get_next_hi(entity varchar) RETURNS bigint LANGUAGE plpgsql AS $$
            DECLARE
                found_hi bigint;
            BEGIN
                SELECT hi_value INTO found_hi FROM mt_hilo WHERE entity_name = entity;
                IF found_hi IS NULL THEN
                    INSERT INTO mt_hilo (entity_name, hi_value) VALUES (entity, 0);
                    RETURN 0;
                END IF;
                UPDATE mt_hilo SET hi_value = found_hi + 1 WHERE entity_name = entity AND hi_value = found_hi;
                RETURN CASE WHEN FOUND THEN found_hi + 1 ELSE -1 END;
            END
            $$""";

    private OtherReplays() {}

    /** EF Core's {@code UseHiLo}: the value is the first of its block; the block is the model's, nobody asks the catalog. */
    static Replay efCore(int incrementBy) {
        return connection -> {
            long low = number(connection, "SELECT nextval('\"EntityFrameworkHiLoSequence\"')")
                    .getAsLong();
            return Optional.of(new Replay.Block(low, low + incrementBy - 1));
        };
    }

    /** Doctrine ORM's {@code SequenceGenerator} with an allocation of 10. */
    static Replay doctrine() {
        return connection -> {
            long low = number(connection, "SELECT NEXTVAL('doctrine_seq')").getAsLong();
            return Optional.of(new Replay.Block(low, low + 9));
        };
    }

    /** Doctrine DBAL's {@code TableGenerator} with an increment of 1; its missing row is inserted at 1, which is issued. */
    static Replay doctrineTable(String row) {
        return connection -> inTransaction(connection, () -> {
            OptionalLong value =
                    number(connection, "SELECT sequence_value FROM sequences WHERE sequence_name = ? FOR UPDATE", row);
            if (value.isEmpty()) {
                change(
                        connection,
                        "INSERT INTO sequences (sequence_name, sequence_value, sequence_increment_by) VALUES (?, 1, 1)",
                        row);
                return Optional.of(new Replay.Block(1, 1));
            }
            int changed = change(
                    connection,
                    "UPDATE sequences SET sequence_value = sequence_value + sequence_increment_by"
                            + " WHERE sequence_name = ? AND sequence_value = ?",
                    row,
                    value.getAsLong());
            long next = value.getAsLong() + 1;
            return changed == 1 ? Optional.of(new Replay.Block(next, next)) : Optional.empty();
        });
    }

    /** Marten: pages from 0 by its function; -1 says that another program was quicker. */
    static Replay marten(String entity, int maxLo) {
        return connection -> {
            long hi = number(connection, "select mt_get_next_hi(?)", entity).getAsLong();
            return hi < 0 ? Optional.empty() : Optional.of(new Replay.Block(hi * maxLo + 1, hi * maxLo + maxLo));
        };
    }
}
