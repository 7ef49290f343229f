package io.mintmark.server.access;

import io.mintmark.RandomBytes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Principals with tokens, put into the access list of a data directory. */
public final class Callers {
    private final AccessFile file;
    private final Map<String, String> tokens = new HashMap<>();

    /** Changes the list of this directory, which need not be there. */
    public Callers(Path directory) {
        this.file = new AccessFile(directory);
    }

    /** Adds an operator. */
    public Callers operator(String name) {
        return add(name, Clearance.OPERATOR, null);
    }

    /** Adds somebody with a level in one database. */
    public Callers on(String name, String database, DatabaseAccess level) {
        return add(name, Clearance.of(Map.of(database, level)), null);
    }

    /** Adds somebody without any database. */
    public Callers nothing(String name) {
        return add(name, Clearance.of(Map.of()), null);
    }

    /** Adds an operator whose access ends then. */
    public Callers operatorUntil(String name, Instant end) {
        return add(name, Clearance.OPERATOR, end);
    }

    private Callers add(String name, Clearance clearance, @Nullable Instant end) {
        Token token = Token.draw(RandomBytes.secure());
        tokens.put(name, token.reveal());
        AccessList ignored =
                file.change(list -> list.with(new Principal(name, clearance, end, List.of(Credential.of(token)))));
        return this;
    }

    /** Removes somebody. */
    public void remove(String name) {
        AccessList ignored = file.change(list -> list.without(name));
    }

    /** Returns the token of somebody. */
    public String token(String name) {
        return tokens.getOrDefault(name, "mintmark_" + "0".repeat(48));
    }

    /** Returns the header fields by which somebody calls; none for nobody. */
    public String[] as(String name) {
        return name.isEmpty() ? new String[0] : new String[] {"Authorization", "Bearer " + token(name)};
    }
}
