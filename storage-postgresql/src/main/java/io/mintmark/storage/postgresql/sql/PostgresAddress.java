package io.mintmark.storage.postgresql.sql;

import io.mintmark.MintmarkException;
import io.mintmark.storage.engine.StoreAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Where the engine is and how it is entered; immutable, and never shown with its password.
 *
 * @param url JDBC URL; what the server sets itself must not be in it
 * @param user who enters; empty where the URL says it, or for the name of the system's user
 * @param password what opens the engine; empty where none is asked for
 * @param schema in which schema of the database the tables are; made if it is not there
 * @param connections most connections of the pools, a quarter of them for counters; two more are the node's own
 * @param connectTimeout how long it may take to get a connection
 */
public record PostgresAddress(
        String url,
        Optional<String> user,
        Optional<String> password,
        String schema,
        int connections,
        Duration connectTimeout) {

    /** Begins every URL of PostgreSQL's driver. */
    public static final String PREFIX = "jdbc:postgresql:";

    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    /** A whole list of counters may be read on one socket; a machine that is gone says nothing for ever. */
    static final Duration SILENCE_MAX = Duration.ofSeconds(30);

    private static final List<PGProperty> OURS = List.of(
            PGProperty.CURRENT_SCHEMA,
            PGProperty.APPLICATION_NAME,
            PGProperty.REWRITE_BATCHED_INSERTS,
            PGProperty.STRING_TYPE,
            PGProperty.AUTOSAVE,
            PGProperty.READ_ONLY,
            PGProperty.CONNECT_TIMEOUT,
            PGProperty.LOGIN_TIMEOUT,
            PGProperty.SOCKET_TIMEOUT,
            PGProperty.TCP_KEEP_ALIVE);

    /** Refuses by name what cannot be. */
    public PostgresAddress {
        Properties parsed = url.startsWith(PREFIX) ? parsed(url) : null;
        if (parsed == null) {
            throw new MintmarkException("The store must be a JDBC URL of PostgreSQL, and this one is none: give"
                    + " jdbc:postgresql://HOST/DATABASE with --store.");
        }
        requireNotOurs(url);
        requireOnce("user", user.isPresent() && PGProperty.USER.isPresent(parsed));
        requireOnce("password", password.isPresent() && PGProperty.PASSWORD.isPresent(parsed));
        if (!SCHEMA.matcher(schema).matches()) {
            throw new MintmarkException("The schema of the store must be 1 to 63 small letters, digits and underscores,"
                    + " and begin with no digit, but is '" + schema + "': give --store-schema mintmark.");
        }
        if (connections < 2) {
            throw new MintmarkException("The store needs at least 2 connections, but --store-connections is "
                    + connections + ": give " + StoreAddress.CONNECTIONS + ".");
        }
        if (connectTimeout.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new MintmarkException("The time to connect to the store must be at least 1s, but"
                    + " --store-connect-timeout is " + connectTimeout.toMillis() + " ms: give 5s.");
        }
    }

    /** Returns the address of a store that somebody named. */
    public static PostgresAddress of(StoreAddress store) {
        return new PostgresAddress(
                store.url(),
                store.user(),
                store.password(),
                store.schema(),
                store.connections(),
                store.connectTimeout());
    }

    private static @Nullable Properties parsed(String url) {
        return Driver.parseURL(url, new Properties());
    }

    private static void requireNotOurs(String url) {
        String parameters = url.substring(url.indexOf('?') + 1);
        for (String parameter : parameters.split("&", -1)) {
            String name = parameter.replaceFirst("=.*", "");
            if (url.contains("?")
                    && OURS.stream().anyMatch(ours -> ours.getName().equals(name))) {
                throw new MintmarkException("The URL of the store must not say " + name
                        + ", which the server sets itself: leave it out; --store-schema, --store-connections and"
                        + " --store-connect-timeout are options.");
            }
        }
    }

    private static void requireOnce(String what, boolean twice) {
        if (twice) {
            throw new MintmarkException("The " + what + " for the store is given twice, in its URL and beside it: leave"
                    + " it out of the URL.");
        }
    }

    private Properties own() {
        return Objects.requireNonNull(parsed(url));
    }

    /** Returns host, port and database, and nothing else of the URL. */
    public String shown() {
        Properties own = own();
        String[] hosts = PGProperty.PG_HOST.getOrDefault(own).split(",", -1);
        String[] ports = PGProperty.PG_PORT.getOrDefault(own).split(",", -1);
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < hosts.length; i++) {
            shown.append(i == 0 ? "" : ",").append(hosts[i]).append(':').append(ports[Math.min(i, ports.length - 1)]);
        }
        return shown.append('/').append(database()).toString();
    }

    /** Returns the name of the database in the engine. */
    public String database() {
        return String.valueOf(PGProperty.PG_DBNAME.getOrDefault(own()));
    }

    /** Returns who enters, as messages name them. */
    String shownUser() {
        return user.orElseGet(() ->
                Objects.requireNonNullElse(PGProperty.USER.getOrDefault(own()), System.getProperty("user.name", "?")));
    }

    /** Returns what the driver is told, for connections that fail after {@code silenceMax} without an answer. */
    Properties properties(Duration silenceMax) {
        Properties told = new Properties();
        user.ifPresent(name -> PGProperty.USER.set(told, name));
        password.ifPresent(secret -> PGProperty.PASSWORD.set(told, secret));
        PGProperty.CURRENT_SCHEMA.set(told, schema);
        PGProperty.APPLICATION_NAME.set(told, "mintmark");
        PGProperty.REWRITE_BATCHED_INSERTS.set(told, true);
        PGProperty.STRING_TYPE.set(told, "unspecified");
        PGProperty.TCP_KEEP_ALIVE.set(told, true);
        PGProperty.CONNECT_TIMEOUT.set(told, Math.min(seconds(connectTimeout), seconds(silenceMax)));
        PGProperty.LOGIN_TIMEOUT.set(told, seconds(connectTimeout));
        PGProperty.SOCKET_TIMEOUT.set(told, seconds(silenceMax));
        if (PGProperty.PG_HOST.getOrDefault(own()).contains(",") && !PGProperty.TARGET_SERVER_TYPE.isPresent(own())) {
            PGProperty.TARGET_SERVER_TYPE.set(told, "primary");
        }
        return told;
    }

    private static int seconds(Duration time) {
        return (int) Math.min(Integer.MAX_VALUE / 1_000, Math.max(1, time.toSeconds()));
    }

    /** Returns where it is, and neither user nor password. */
    @Override
    public String toString() {
        return "PostgresAddress[" + shown() + ", schema=" + schema + ", connections=" + connections + "]";
    }
}
