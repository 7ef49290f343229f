package io.mintmark.server.databases;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.storage.Setting;
import io.mintmark.storage.StorageEngine;
import io.mintmark.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The client configurations of the server and of its databases: stored by the engine, remembered here.
 *
 * <p>A database's own one goes before the server's as long as it is enabled. Safe for any number of threads: the last
 * change wins, and the engine numbers changes in one order.
 */
final class ClientConfigurations {
    private static final long SERVER_WIDE = 0;

    private final StorageEngine engine;
    private final Json json;
    private final Map<Long, ClientConfiguration> remembered = new ConcurrentHashMap<>();

    /** Keeps them in {@code engine}. */
    ClientConfigurations(StorageEngine engine, Json json) {
        this.engine = engine;
        this.json = json;
    }

    /** Returns what clients of a database are told. */
    ClientConfiguration inForce(long database) {
        ClientConfiguration own = stored(database);
        ClientConfiguration server = stored(SERVER_WIDE);
        ClientConfiguration chosen = own.isEnabled() || (!server.isEnabled() && own.members() != null) ? own : server;
        return chosen.withEtag(Math.max(own.etag(), server.etag()));
    }

    /** Returns the number of {@link #inForce}, which every reply is compared with. */
    long etagInForce(long database) {
        return Math.max(stored(database).etag(), stored(SERVER_WIDE).etag());
    }

    /** Returns what is set for all databases. */
    ClientConfiguration serverWide() {
        return stored(SERVER_WIDE);
    }

    /** Sets what clients of all databases are told. */
    void putServerWide(ObjectNode given) {
        put(SERVER_WIDE, given);
    }

    /** Sets what clients of a database are told, or refuses it. */
    void put(long database, ObjectNode given) {
        ObjectNode members = ClientConfigurationCheck.checked(given);
        byte[] value = members.toString().getBytes(StandardCharsets.UTF_8);
        Setting setting = engine.putSetting(settingName(database), value);
        remember(database, new ClientConfiguration(setting.etag(), members));
    }

    /** A setting is changed and never removed, so the higher number is the newer one, whoever read it when. */
    private void remember(long database, ClientConfiguration configuration) {
        remembered.merge(database, configuration, (old, fresh) -> old.etag() > fresh.etag() ? old : fresh);
    }

    /** A database's number is never used again, so what is remembered of a deleted one harms nobody. */
    void forget(long database) {
        remembered.remove(database);
    }

    /** Reads those of a database and of the server, so that nobody waits for them later. */
    void read(long database) {
        remember(database, load(database));
        ClientConfiguration ignored = stored(SERVER_WIDE);
    }

    /** Reads all that are remembered once more, because another node may have changed them. */
    void readAgain() {
        remembered.keySet().forEach(database -> remember(database, load(database)));
    }

    private ClientConfiguration stored(long database) {
        ClientConfiguration known = remembered.get(database);
        return known != null ? known : remembered.computeIfAbsent(database, this::load);
    }

    private ClientConfiguration load(long database) {
        return engine.setting(settingName(database))
                .map(setting -> new ClientConfiguration(setting.etag(), json.object(setting.value())))
                .orElse(ClientConfiguration.NONE);
    }

    private static String settingName(long database) {
        return database == SERVER_WIDE ? "client-configuration" : "client-configuration/" + database;
    }
}
