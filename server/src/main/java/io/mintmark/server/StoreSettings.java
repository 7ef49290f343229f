package io.mintmark.server;

import io.mintmark.storage.engine.StoreAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A store that is named by a URL, such as one in PostgreSQL, instead of the data directory; immutable, begin with
 * {@link #of}.
 *
 * @param url begins with the scheme of its engine: {@code jdbc:postgresql://HOST/DATABASE}
 * @param user who enters; empty where the URL says it
 * @param password what opens it, where it is not in a file
 * @param passwordFile a file whose first line is the password
 * @param schema in which schema of the database the tables are; made if it is not there
 * @param connections most connections of the pool
 * @param connectTimeout how long it may take to get a connection
 * @param whenCutOff what becomes of requests for ranges while the store is not there
 * @param startCutOff whether the node keeps what it needs to start while the store is not there, and does so
 */
public record StoreSettings(
        String url,
        Optional<String> user,
        Optional<String> password,
        Optional<Path> passwordFile,
        String schema,
        int connections,
        Duration connectTimeout,
        WhenCutOff whenCutOff,
        boolean startCutOff) {
    /** What becomes of requests for ranges while the store is not there for this node. */
    public enum WhenCutOff {
        /** The node hands out what it reserved ahead, and refuses what goes beyond. */
        RANGES,
        /** The node hands out what it reserved ahead, and then numbers of its slice, which begins above 2^52. */
        SLICES,
        /** The node refuses every range. */
        REFUSE
    }

    /** Checks that the password is given once. */
    public StoreSettings {
        if (passwordFile.isPresent() && password.isPresent()) {
            throw new IllegalArgumentException(
                    "the store's password must be given once: as a text, or in the file " + passwordFile.get());
        }
    }

    /** Starts with defaults: what the URL says, the schema {@code mintmark}, 16 connections, 5 seconds, and slices. */
    public static StoreSettings of(String url) {
        return new StoreSettings(
                url,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "mintmark",
                StoreAddress.CONNECTIONS,
                Duration.ofSeconds(5),
                WhenCutOff.SLICES,
                false);
    }

    /** Returns these settings with a user. */
    public StoreSettings withUser(String name) {
        return new StoreSettings(
                url,
                Optional.of(name),
                password,
                passwordFile,
                schema,
                connections,
                connectTimeout,
                whenCutOff,
                startCutOff);
    }

    /** Returns these settings with a password. */
    public StoreSettings withPassword(String text) {
        return new StoreSettings(
                url,
                user,
                Optional.of(text),
                passwordFile,
                schema,
                connections,
                connectTimeout,
                whenCutOff,
                startCutOff);
    }

    /** Returns these settings with a file whose first line is the password. */
    public StoreSettings withPasswordFile(Path file) {
        return new StoreSettings(
                url, user, password, Optional.of(file), schema, connections, connectTimeout, whenCutOff, startCutOff);
    }

    /** Returns these settings with another schema. */
    public StoreSettings withSchema(String name) {
        return new StoreSettings(
                url, user, password, passwordFile, name, connections, connectTimeout, whenCutOff, startCutOff);
    }

    /** Returns these settings with another size of the pool. */
    public StoreSettings withConnections(int max) {
        return new StoreSettings(
                url, user, password, passwordFile, schema, max, connectTimeout, whenCutOff, startCutOff);
    }

    /** Returns these settings with another time to connect. */
    public StoreSettings withConnectTimeout(Duration max) {
        return new StoreSettings(url, user, password, passwordFile, schema, connections, max, whenCutOff, startCutOff);
    }

    /** Returns these settings with what becomes of ranges while the store is not there. */
    public StoreSettings withWhenCutOff(WhenCutOff outcome) {
        return new StoreSettings(
                url, user, password, passwordFile, schema, connections, connectTimeout, outcome, startCutOff);
    }

    /**
     * Returns these settings for a node that keeps its claim in its data directory while the store is there, and starts
     * by that while the store is not.
     */
    public StoreSettings withStartCutOff(boolean starts) {
        return new StoreSettings(
                url, user, password, passwordFile, schema, connections, connectTimeout, whenCutOff, starts);
    }

    /** Returns where the store is, without what says how to enter it. */
    String place() {
        return url.replaceFirst("\\?.*", "") + ", schema " + schema;
    }

    /** Returns what is no secret. */
    @Override
    public String toString() {
        return "StoreSettings[schema=" + schema + ", connections=" + connections + ", connectTimeout=" + connectTimeout
                + ", whenCutOff=" + whenCutOff + ", startCutOff=" + startCutOff + "]";
    }
}
