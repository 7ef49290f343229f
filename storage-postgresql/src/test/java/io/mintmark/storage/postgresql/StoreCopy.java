package io.mintmark.storage.postgresql;

import java.util.List;
import java.util.stream.Collectors;

/** The tables of a store as they are at one moment, to be put back beneath running nodes, as a restored backup is. */
public final class StoreCopy {
    private final String url;
    private final List<String> tables;

    private StoreCopy(String url) {
        this.url = url;
        this.tables = List.of(
                TestEngine.ask(url, "SELECT string_agg(tablename, ',') FROM pg_tables WHERE schemaname = 'mintmark'")
                        .split(","));
    }

    /** Takes a copy of the schema that the nodes at {@code url} use. */
    public static StoreCopy take(String url) {
        StoreCopy copy = new StoreCopy(url);
        TestEngine.run(
                url,
                "BEGIN ISOLATION LEVEL REPEATABLE READ; DROP SCHEMA IF EXISTS copied CASCADE; CREATE SCHEMA copied; "
                        + copy.each("CREATE TABLE copied.%1$s AS TABLE mintmark.%1$s; ") + "COMMIT");
        return copy;
    }

    /** Changes all rows of a table of the copy: {@code set} is what follows SET. */
    public void change(String table, String set) {
        TestEngine.run(url, "UPDATE copied." + table + " SET " + set);
    }

    /** Puts it back in one step, so that no node sees half of it. */
    public void putBack() {
        TestEngine.run(
                url,
                "BEGIN; LOCK TABLE "
                        + tables.stream().map(each -> "mintmark." + each).collect(Collectors.joining(",")) + "; "
                        + each("DELETE FROM mintmark.%1$s; INSERT INTO mintmark.%1$s TABLE copied.%1$s; ") + "COMMIT");
    }

    private String each(String statement) {
        return tables.stream().map(table -> String.format(statement, table)).collect(Collectors.joining());
    }
}
