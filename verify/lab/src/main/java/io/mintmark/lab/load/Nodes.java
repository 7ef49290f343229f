package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Turns;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Servers of ours over one store, measured together with it; the connections of a load are spread over all of them. */
final class Nodes implements AutoCloseable {
    private static final int MAKERS = 4 * RoundsPart.CONNECTIONS;

    private final List<ServerProcess> servers = new ArrayList<>();
    private final Optional<Postgres> store;

    private Nodes(Optional<Postgres> store) {
        this.store = store;
    }

    /** Returns one server that keeps what it has by itself. */
    static Nodes of(ServerProcess server) {
        Nodes nodes = new Nodes(Optional.empty());
        nodes.servers.add(server);
        return nodes;
    }

    /** Starts so many nodes of a cluster whose tables are in {@code schema}, with {@link Site#DATABASE} in it. */
    static Nodes over(Postgres store, Site site, String schema, int count, String... options) throws IOException {
        Nodes nodes = new Nodes(Optional.of(store));
        try {
            for (int i = 1; i <= count; i++) {
                List<String> all = new ArrayList<>(store.storeOptions(schema));
                all.addAll(List.of(options));
                nodes.servers.add(site.startEmpty(schema + i, "", all));
            }
            nodes.createDatabase(Site.DATABASE);
            return nodes;
        } catch (IOException e) {
            nodes.close();
            throw e;
        }
    }

    /** Creates a database, and waits until each node knows it. */
    void createDatabase(String name) throws IOException {
        new AdminClient(first().url()).createDatabase(name);
        for (ServerProcess server : servers) {
            new AdminClient(server.url()).awaitDatabase(name);
        }
    }

    ServerProcess first() {
        return servers.get(0);
    }

    /** Returns a load on {@link Site#DATABASE}. */
    Turns.Subject load(Function<Traffic, Requests> load) {
        return load(Site.DATABASE, load);
    }

    /** Returns a load on a database; it goes on where it was in the window before. */
    Turns.Subject load(String database, Function<Traffic, Requests> load) {
        Requests requests = spread(database, load);
        return window -> {
            checkpoint();
            try (ClosedLoop loop = ClosedLoop.connect(addresses(), requests, RoundsPart.CONNECTIONS)) {
                return window.of(processes(), loop::run, 1);
            }
        };
    }

    /** Returns a load that streams documents to the first node. */
    Turns.Subject streams(int documents) {
        BulkInserts inserts = new BulkInserts(first(), Site.traffic(first()), 0);
        return window -> {
            checkpoint();
            return window.of(processes(), time -> inserts.run(time, documents), 1);
        };
    }

    /** Reserves each of so many counters once, so that they exist. */
    void useCounters(String database, int counters) throws IOException {
        Requests once = new Traffic(first().url(), database).reservations(counters);
        ClosedLoop.send(first().address(), once, MAKERS, counters);
    }

    private Requests spread(String database, Function<Traffic, Requests> load) {
        List<Requests> each = servers.stream()
                .map(server -> load.apply(new Traffic(server.url(), database)))
                .toList();
        return (connection, out) -> each.get(connection % each.size()).write(connection, out);
    }

    private List<InetSocketAddress> addresses() {
        return servers.stream().map(ServerProcess::address).toList();
    }

    private List<ProcessHandle> processes() {
        return Stream.concat(servers.stream().map(ServerProcess::handle), store.map(Postgres::process).stream())
                .toList();
    }

    /** What others wrote must not be written out in this one's window. */
    private void checkpoint() throws IOException {
        if (store.isPresent()) {
            store.get().execute("CHECKPOINT");
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess server : servers) {
            server.close();
        }
    }
}
