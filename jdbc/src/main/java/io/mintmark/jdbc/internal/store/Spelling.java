package io.mintmark.jdbc.internal.store;

import io.mintmark.jdbc.database.SqlName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/** How a database may spell a name that was created without quotes, and what to say of a name that nothing has. */
public final class Spelling {
    /** As given, all lower case, all upper case, in the order in which they are tried. */
    public static final List<UnaryOperator<String>> FOLDS =
            List.of(name -> name, name -> name.toLowerCase(Locale.ROOT), name -> name.toUpperCase(Locale.ROOT));

    private Spelling() {}

    /** Returns {@code schema} in each way; the owner of a schema need not be that of what is in it. */
    public static Set<String> ofSchema(String schema) {
        Set<String> spellings = new LinkedHashSet<>();
        FOLDS.forEach(fold -> spellings.add(fold.apply(schema)));
        return spellings;
    }

    /** Returns {@code name} and its schema in each way, the given one first. */
    public static Set<SqlName> of(SqlName name) {
        Set<SqlName> spellings = new LinkedHashSet<>();
        for (UnaryOperator<String> fold : FOLDS) {
            for (String schema : ofSchema(name.schema())) {
                spellings.add(new SqlName(schema, fold.apply(name.name())));
            }
        }
        return spellings;
    }

    /**
     * Returns what to add to the message that nothing has this name: a dot in it parts nothing; empty if it has none.
     */
    public static String hint(SqlName name) {
        int dot = name.name().indexOf('.');
        if (dot < 1 || dot == name.name().length() - 1) {
            return "";
        }
        String schema = name.name().substring(0, dot);
        return "; the dot is taken for a part of the name: if " + schema + " is the schema, give it apart, by schema(\""
                + schema + "\") for a counter, or new SqlName(\"" + schema + "\", \""
                + name.name().substring(dot + 1) + "\") for a table of ids";
    }
}
