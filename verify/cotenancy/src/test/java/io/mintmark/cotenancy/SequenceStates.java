package io.mintmark.cotenancy;

import io.mintmark.jdbc.CounterDescription;
import java.util.ArrayList;
import java.util.List;

/** Sequences as programs, their makers and the hands of administrators leave them. */
final class SequenceStates {
    private static final List<String> PROGRAMS = List.of(
            "efcore:10",
            "hibernate-pooled:10",
            "hibernate-pooled-4.2:10",
            "eclipselink:10",
            "hibernate-hilo:10",
            "hibernate-legacy-hilo:10",
            "hibernate-seqhilo:9",
            "doctrine:1");

    private final AgreementPlace.Kind kind;
    private final List<CatalogState> states = new ArrayList<>();

    SequenceStates(AgreementPlace.Kind kind) {
        this.kind = kind;
    }

    List<CatalogState> all() {
        for (long start : new long[] {1, 5, 10, 11, 1_000}) {
            for (long increment : new long[] {1, 10, 11}) {
                String both = "START WITH " + start + " INCREMENT BY " + increment;
                add(both);
                add(both + " CYCLE");
                add(both, draw());
            }
        }
        steppingOtherwise();
        atTheirEnd();
        setByHand();
        ofOtherKinds();
        return states;
    }

    private void steppingOtherwise() {
        add("INCREMENT BY -1");
        add("INCREMENT BY -10");
        add("START WITH 0 INCREMENT BY 10 MINVALUE 0");
        add("START WITH -100 INCREMENT BY 10 MINVALUE -1000");
        add("START WITH -100 INCREMENT BY 1 MINVALUE -1000");
        if (kind == AgreementPlace.Kind.MARIADB) {
            add("START WITH 1 INCREMENT BY 0");
        }
    }

    private void atTheirEnd() {
        for (String cycle : new String[] {"", " CYCLE"}) {
            add("START WITH 1 INCREMENT BY 10 MAXVALUE 25" + cycle, draw(), draw());
            add("START WITH 1 INCREMENT BY 10 MAXVALUE 25" + cycle, draw(), draw(), draw());
            add("START WITH 1 INCREMENT BY 1 MAXVALUE 2" + cycle, draw(), draw());
        }
        for (long increment : new long[] {1, 10}) {
            add("START WITH 9223372036854775800 INCREMENT BY " + increment);
            add("START WITH 9223372036854775800 INCREMENT BY " + increment, draw());
            add("START WITH 922337203685477581 INCREMENT BY " + increment);
        }
    }

    private void setByHand() {
        for (long value : new long[] {1, 7, 1_000, 1_001}) {
            add("START WITH 1 INCREMENT BY 10", "ALTER SEQUENCE %s RESTART WITH " + value);
            add("START WITH 1 INCREMENT BY 1", "ALTER SEQUENCE %s RESTART WITH " + value);
        }
        add("START WITH 1000 INCREMENT BY 10 MINVALUE 1", "ALTER SEQUENCE %s RESTART WITH 1");
        add("START WITH 1 INCREMENT BY 10", draw(), "ALTER SEQUENCE %s INCREMENT BY 50");
    }

    private void ofOtherKinds() {
        addCached("START WITH 1 INCREMENT BY 10 CACHE 20");
        addCached("START WITH 1000 INCREMENT BY 10 CACHE 20");
        if (kind != AgreementPlace.Kind.H2) { // which caches no more than there is
            addCached("START WITH 1 INCREMENT BY 10 CACHE 20 MAXVALUE 25");
        }
        if (kind == AgreementPlace.Kind.POSTGRES) {
            add("AS integer START WITH 2147483641 INCREMENT BY 10", draw());
            add("AS smallint INCREMENT BY 10");
            add("INCREMENT BY 10 OWNED BY NONE");
            add(
                    "INCREMENT BY 1",
                    "CREATE TABLE owner_of_%1$s (id BIGINT DEFAULT nextval('%1$s'))",
                    "ALTER SEQUENCE %1$s OWNED BY owner_of_%1$s.id");
        }
    }

    private String draw() {
        return switch (kind) {
            case POSTGRES -> "SELECT nextval('%s')";
            case MARIADB -> "SELECT NEXTVAL(%s)";
            case H2, SQLITE -> "SELECT NEXT VALUE FOR %s";
        };
    }

    private void add(String attributes, String... then) {
        addCached(attributes + " CACHE 1", then);
    }

    private void addCached(String attributes, String... then) {
        String name = "agreed_s" + states.size();
        List<String> statements = new ArrayList<>();
        statements.add("CREATE SEQUENCE " + name + " " + inOrder(attributes));
        for (String statement : then) {
            statements.add(String.format(statement, name));
        }
        String text = attributes + (then.length == 0 ? "" : ", then " + String.join(", ", then));
        states.add(new CatalogState(name, text, statements, PROGRAMS, CounterDescription::sequence));
    }

    /** PostgreSQL wants the owner last, the others do not mind. */
    private static String inOrder(String attributes) {
        return attributes.replace(" OWNED BY NONE CACHE 1", " CACHE 1 OWNED BY NONE");
    }
}
