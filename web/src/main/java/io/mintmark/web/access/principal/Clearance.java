package io.mintmark.web.access.principal;

import io.mintmark.MintmarkException;
import io.mintmark.document.KeyForm;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a principal may do: everything as an operator, or what each of some databases allows. Immutable. */
public final class Clearance {
    /** All of the server, access to it included. */
    public static final Clearance OPERATOR = new Clearance(true, new TreeMap<>());

    private static final int DATABASES_MAX = 1_000;

    /** What a database's name may be; another one could never exist. */
    private static final Pattern DATABASE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,255}");

    private final boolean operator;
    /** Levels by the names of databases, which compare by their key form. */
    private final TreeMap<String, DatabaseAccess> databases;

    private Clearance(boolean operator, TreeMap<String, DatabaseAccess> databases) {
        this.operator = operator;
        this.databases = databases;
    }

    /**
     * Returns the clearance for some databases, which need not exist yet; none at all lets a principal see the server's
     * measurements and nothing else.
     *
     * @throws MintmarkException if a name is none that a database can have, or there are more than 1,000
     */
    public static Clearance of(Map<String, DatabaseAccess> levels) {
        if (levels.size() > DATABASES_MAX) {
            throw new MintmarkException("A principal has a clearance for at most " + DATABASES_MAX
                    + " databases, but this one for " + levels.size() + ": make it an operator, or use several.");
        }
        TreeMap<String, DatabaseAccess> databases = new TreeMap<>();
        levels.forEach((name, level) -> {
            if (databases.put(key(name), level) != null) {
                throw new MintmarkException("A clearance names each database once, but '" + name
                        + "' comes twice: names compare without case.");
            }
        });
        return new Clearance(false, databases);
    }

    private static String key(String name) {
        if (!DATABASE.matcher(name).matches()) {
            throw new MintmarkException("A database name has only the characters A-Z a-z 0-9 _ . - and begins with"
                    + " none of the last two, but a clearance names '" + name + "'.");
        }
        return KeyForm.of(name);
    }

    /** Returns whether this is an operator's. */
    public boolean isOperator() {
        return operator;
    }

    /** Returns the levels by the key forms of the databases' names; an operator has none. */
    public SortedMap<String, DatabaseAccess> databases() {
        return Collections.unmodifiableSortedMap(databases);
    }

    public Set<String> names() {
        return Collections.unmodifiableSet(databases.keySet());
    }

    /** Returns whether it suffices for {@code least} in a database. */
    public boolean allows(DatabaseAccess least, String database) {
        if (operator) {
            return true;
        }
        @Nullable DatabaseAccess level = databases.get(KeyForm.of(database));
        return level != null && level.includes(least);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Clearance that && operator == that.operator && databases.equals(that.databases);
    }

    @Override
    public int hashCode() {
        return Objects.hash(operator, databases);
    }

    /** Returns it as people write it. */
    @Override
    public String toString() {
        if (operator) {
            return "operator";
        }
        return databases.isEmpty()
                ? "no database"
                : databases.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue().word())
                        .collect(Collectors.joining(" "));
    }
}
