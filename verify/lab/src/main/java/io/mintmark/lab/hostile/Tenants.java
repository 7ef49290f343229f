package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.DocumentText;
import io.mintmark.lab.instrument.GoodClients;
import io.mintmark.lab.instrument.HttpConnection;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Clients of another database and another address, who behave. A request that fails counts as ten seconds, which no
 * target forgives.
 */
final class Tenants implements AutoCloseable {
    private static final int CLIENTS = 8;
    private static final int PER_SECOND = 25;
    private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final List<HttpConnection> connections = new ArrayList<>();
    private final GoodClients clients;

    /** Begins with clients spread over all servers, each after its first request. */
    Tenants(List<URI> servers) throws IOException {
        for (int i = 0; i < CLIENTS; i++) {
            connections.add(Victims.connection(servers.get(i % servers.size())));
        }
        for (int i = 0; i < CLIENTS; i++) {
            String document = "PUT /databases/" + Victims.TENANT + "/docs?id=" + DocumentText.id(i);
            String ignored = connections.get(i).require(201, document, DocumentText.body(0));
        }
        // A request that took very long is one, and not also all that could not be sent meanwhile.
        clients = new GoodClients(
                connections, new GoodClients.Habits(Victims.TENANT, true, PER_SECOND, FAILED_NANOS, FAILED_NANOS));
    }

    /** Returns how they fared since the last call. */
    GoodClients.Result take() {
        return clients.take();
    }

    @Override
    public void close() {
        clients.close();
        connections.forEach(HttpConnection::close);
    }
}
