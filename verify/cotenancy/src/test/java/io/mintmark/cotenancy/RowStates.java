package io.mintmark.cotenancy;

import io.mintmark.jdbc.CounterDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows of the tables that products count with, with all that a column can hold. */
final class RowStates {
    private static final String NAME = "orders";
    private static final String FULL = "9223372036854775807";
    private static final List<String> VALUES = List.of(
            "NULL", "-100", "-2", "-1", "0", "1", "5", "9", "10", "1000", "2147483647", "9223372036854775800", FULL);

    /** The columns of a product's table, the one with the number first, and who counts with it. */
    private record Shape(List<String> columns, List<String> programs) {
        boolean named() {
            return columns.size() > 1;
        }
    }

    private static final List<Shape> SHAPES = List.of(
            new Shape(
                    List.of("next_val", "sequence_name"),
                    List.of(
                            "hibernate-table-pooled:10",
                            "hibernate-table-pooled-lo:10",
                            "hibernate-table-hilo:10",
                            "hibernate-table-legacy-hilo:10",
                            "hibernate-table-next-pooled:10",
                            "nhibernate-table-pooled:10",
                            "nhibernate-table-pooled-lo:10")),
            new Shape(
                    List.of("next_val"),
                    List.of("hibernate-row-pooled:10", "hibernate-row-pooled-lo:10", "hibernate-row-hilo:10")),
            new Shape(List.of("next_hi"), List.of("nhibernate-hilo:9", "hibernate-unique-key:9")),
            new Shape(List.of("sequence_next_hi_value", "sequence_name"), List.of("hibernate-multiple-hilo:9")),
            new Shape(
                    List.of("SEQ_COUNT", "SEQ_NAME"),
                    List.of("eclipselink-table:10", "eclipselink-table-at-nextval:10")),
            new Shape(List.of("SEQUENCE_VALUE", "ID"), List.of("openjpa-table:10")),
            new Shape(List.of("hi_value", "entity_name"), List.of("marten-row:10", "polecat:10")),
            new Shape(
                    List.of("sequence_value", "sequence_name", "sequence_increment_by"), List.of("doctrine-table:1")));

    private final AgreementPlace.Kind kind;
    private final List<CatalogState> states = new ArrayList<>();

    RowStates(AgreementPlace.Kind kind) {
        this.kind = kind;
    }

    List<CatalogState> all() {
        for (Shape shape : SHAPES) {
            for (String value : VALUES) {
                add(shape, "BIGINT", List.of(value));
            }
            add(shape, "BIGINT", List.of());
            add(shape, "BIGINT", List.of("5", "7"));
            add(shape, "INTEGER", List.of("2147483647"));
            add(shape, "VARCHAR(30)", List.of("'7'"));
            add(shape, "DECIMAL(10,2)", List.of("7"));
            add(shape, "DECIMAL(30)", List.of("7"));
            narrow(shape);
            if (kind != AgreementPlace.Kind.SQLITE) {
                add(shape, "DECIMAL(30)", List.of("99999999999999999999"));
            } else {
                add(shape, "BIGINT", List.of("'ten'"));
            }
        }
        Shape doctrine = SHAPES.get(SHAPES.size() - 1);
        for (String step : List.of("10", "0", "-1", "NULL")) {
            add(doctrine, "BIGINT", List.of("5"), step);
        }
        return states;
    }

    /** Numbers at, before and beyond the ends of types that hold less than a long. */
    private void narrow(Shape shape) {
        add(shape, "SMALLINT", List.of("32767"));
        add(shape, "NUMERIC(5)", List.of("99990"));
        add(shape, "NUMERIC(5)", List.of("99999"));
        add(shape, "NUMERIC(5)", List.of());
        switch (kind) {
            case MARIADB -> {
                add(shape, "MEDIUMINT", List.of("8388607"));
                add(shape, "INTEGER UNSIGNED", List.of());
                add(shape, "INTEGER UNSIGNED", List.of("2147483648"));
                add(shape, "INTEGER UNSIGNED", List.of("4294967295"));
                add(shape, "BIGINT UNSIGNED", List.of("9223372036854775808"));
                add(shape, "TINYINT(1)", List.of("1"));
            }
            case POSTGRES -> {
                add(shape, "NUMERIC(5,-2)", List.of("700"));
                add(shape, "OID", List.of("7"));
            }
            case SQLITE -> add(shape, "INTEGER UNSIGNED", List.of("4294967296"));
            case H2 -> add(shape, "TINYINT", List.of("127"));
        }
    }

    private void add(Shape shape, String type, List<String> values) {
        add(shape, type, values, "1");
    }

    private void add(Shape shape, String type, List<String> values, String step) {
        String table = "agreed_t" + states.size();
        Map<String, String> types = Map.of("sequence_increment_by", "INTEGER");
        List<String> columns = new ArrayList<>();
        for (String column : shape.columns()) {
            boolean number = column.equals(shape.columns().get(0));
            columns.add(column + " " + (number ? type : types.getOrDefault(column, "VARCHAR(50)")));
        }
        List<String> statements = new ArrayList<>();
        statements.add("CREATE TABLE " + table + " (" + String.join(", ", columns) + ")");
        for (String value : values) {
            List<String> row = new ArrayList<>(List.of(value, "'" + NAME + "'", step));
            statements.add("INSERT INTO " + table + " VALUES ("
                    + String.join(", ", row.subList(0, shape.columns().size())) + ")");
        }
        String text = shape.columns() + " " + type + " " + values + (step.equals("1") ? "" : " by " + step);
        states.add(new CatalogState(table, text, statements, shape.programs(), (counter, object) -> {
            CounterDescription here = counter.table(object);
            return shape.named() ? here.row(NAME) : here;
        }));
    }
}
