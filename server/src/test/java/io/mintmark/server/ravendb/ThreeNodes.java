package io.mintmark.server.ravendb;

import io.mintmark.document.NodeTag;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.StoreSettings;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.serverwide.DatabaseRecord;
import net.ravendb.client.serverwide.operations.CreateDatabaseOperation;

/** Three servers over one PostgreSQL, with the database {@code shop}, and stores of the unmodified official client on them. */
final class ThreeNodes implements AutoCloseable {
    static final String DATABASE = "shop";
    private static final List<String> TAGS = List.of("A", "B", "C");

    private final String store = TestPostgres.fresh();
    private final String wayOfFirst;
    private final Path directory;
    private final List<MintmarkServer> servers = new ArrayList<>();
    private final List<DocumentStore> stores = new ArrayList<>();

    ThreeNodes(Path directory) {
        this(directory, url -> url);
    }

    /** The same where the first node reaches the store another way. */
    ThreeNodes(Path directory, UnaryOperator<String> wayOfFirst) {
        this.directory = directory;
        this.wayOfFirst = wayOfFirst.apply(store);
        TAGS.forEach(tag -> servers.add(start(tag, 0)));
        try (DocumentStore first = newStore(0)) {
            first.initialize();
            first.maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord(DATABASE)));
        }
    }

    private MintmarkServer start(String tag, int port) {
        return MintmarkServer.start(ServerSettings.builder(directory.resolve(tag))
                .nodeTag(NodeTag.of(tag))
                .port(port)
                .store(StoreSettings.of(tag.equals(TAGS.get(0)) ? wayOfFirst : store))
                .build());
    }

    /** Returns one of the servers. */
    MintmarkServer server(int node) {
        return servers.get(node);
    }

    /** Returns when each node has heard, by one heartbeat, what was committed before. */
    void awaitBeats() {
        TestEngine.awaitBeats(store, TAGS.toArray(String[]::new));
    }

    /** Stops a server in order and starts it at the same address. */
    void restart(int node) {
        int port = servers.get(node).url().getPort();
        servers.get(node).close();
        servers.set(node, start(TAGS.get(node), port));
    }

    /** Opens a store that is told of one node only, and finds the others by itself. */
    DocumentStore openStore(int node) {
        DocumentStore opened = newStore(node);
        opened.initialize();
        stores.add(opened);
        return opened;
    }

    /** Opens a store that stays at one node. */
    DocumentStore openStoreAt(int node) {
        DocumentStore opened = newStore(node);
        opened.getConventions().setDisableTopologyUpdates(true);
        opened.initialize();
        stores.add(opened);
        return opened;
    }

    private DocumentStore newStore(int node) {
        return new DocumentStore(servers.get(node).url().toString(), DATABASE);
    }

    @Override
    public void close() {
        stores.forEach(DocumentStore::close);
        servers.forEach(MintmarkServer::close);
    }
}
