package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The servers of one run: one over SQLite, or two nodes over one PostgreSQL, as the shipped launcher starts them. */
final class Victims implements AutoCloseable {
    /** The database that strangers attack. */
    static final String HOSTILE = "hostile";
    /** The database of those who behave. */
    static final String TENANT = "tenant";

    private static final String LOCAL = "127.0.0.1";
    private static final int READY_SECONDS = 20;

    private final Path launcher;
    private final List<String> options;
    private final String javaOptions;
    private final WorkDirectory work;
    private final Optional<Postgres> postgres;
    private List<Victim> servers = List.of();
    private int lives;
    private int starts;

    Victims(Path launcher, List<String> options, String javaOptions, WorkDirectory work, Optional<Postgres> postgres) {
        this.launcher = launcher;
        this.options = options;
        this.javaOptions = javaOptions;
        this.work = work;
        this.postgres = postgres;
    }

    /** Starts servers over nothing, with both databases; those before are ended. */
    void startAfresh() throws IOException {
        lives++;
        startAgain();
        create(TENANT);
        create(HOSTILE);
    }

    /** Starts the servers again over what they have stored. */
    void startAgain() throws IOException {
        close();
        starts++;
        List<Victim> started = new ArrayList<>();
        servers = started;
        for (int i = 1; i <= (postgres.isPresent() ? 2 : 1); i++) {
            started.add(Victim.start(command(i), javaOptions, work.file("log-" + starts + "-" + i)));
        }
    }

    private List<String> command(int node) {
        String life = "life" + lives;
        List<String> command = new ArrayList<>(ServerProcess.shipped(launcher, work.file(life + "-" + node)));
        postgres.ifPresent(store -> command.addAll(store.storeOptions(life)));
        command.addAll(options);
        return command;
    }

    List<Victim> all() {
        return servers;
    }

    List<URI> urls() {
        return servers.stream().map(Victim::url).toList();
    }

    /** Returns how servers ended that should not have; empty if all are alive. */
    String dead() {
        return dead(servers);
    }

    /** Returns the same of any servers. */
    static String dead(List<Victim> servers) {
        return servers.stream()
                .filter(each -> !each.isAlive())
                .map(each -> "a server ended with exit code " + each.exitCode())
                .collect(Collectors.joining(", "));
    }

    /** Makes the hostile database empty again. */
    void cleanUp() throws IOException {
        ask(
                200,
                servers.get(0),
                "DELETE /admin/databases",
                "{\"DatabaseNames\":[\"" + HOSTILE + "\"],\"HardDelete\":true}");
        create(HOSTILE);
        for (Victim server : servers) {
            awaitWritable(server);
        }
    }

    /** A node that was using the former database may refuse writes to the new one for a moment. */
    private static void awaitWritable(Victim server) throws IOException {
        String document = " /databases/" + HOSTILE + "/docs?id=ready";
        boolean isWritable = Victim.holdsWithin(READY_SECONDS, () -> {
            try (HttpConnection connection = connection(server.url())) {
                return connection.ask("PUT" + document, "{}") == 201 && connection.ask("DELETE" + document, "") == 204;
            }
        });
        if (!isWritable) {
            throw new IOException("a node takes no writes to a database that was dropped and made anew");
        }
    }

    private void create(String database) throws IOException {
        ask(201, servers.get(0), "PUT /admin/databases?name=" + database, "{}");
        for (Victim server : servers) {
            new AdminClient(server.url()).awaitDatabase(database);
        }
    }

    private static void ask(int expected, Victim server, String line, String body) throws IOException {
        try (HttpConnection connection = connection(server.url())) {
            String ignored = connection.require(expected, line, body);
        }
    }

    /** Returns a connection of somebody who behaves; replies must come within ten seconds. */
    static HttpConnection connection(URI server) {
        return HttpConnection.from(LOCAL, ServerAddress.of(server));
    }

    /** Returns what all servers printed since the last call. */
    ServerLog.Piece log() throws IOException {
        ServerLog.Piece all = ServerLog.Piece.NOTHING;
        for (Victim server : servers) {
            all = all.and(server.log().next());
        }
        return all;
    }

    @Override
    public void close() {
        servers.forEach(Victim::close);
    }
}
