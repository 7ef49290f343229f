package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One load by the name that {@code verify/lab/profile} gives it, on its own, for as long as wanted. */
final class ProfiledLoad implements AutoCloseable {
    static final List<String> NAMES = List.of(
            "hilo", "hilo-1000", "identity", "put", "put-indexed", "bulk-docs", "read", "bulk-insert", "constant");

    private static final int BATCH = 100;
    private static final int BATCH_CONNECTIONS = 8;
    private static final int READABLE = 100_000;
    private static final int STREAMED = 200_000;

    private final Window.Source source;
    private final AutoCloseable connections;

    private ProfiledLoad(Window.Source source, AutoCloseable connections) {
        this.source = source;
        this.connections = connections;
    }

    static ProfiledLoad byName(String name, ServerProcess server) throws IOException {
        Traffic traffic = Site.traffic(server);
        int many = RoundsPart.CONNECTIONS;
        return switch (name) {
            case "hilo" -> over(server, traffic.reservations(1), many);
            case "hilo-1000" -> over(server, traffic.reservations(1_000), many);
            case "identity" -> over(server, traffic.identities(), many);
            case "put" -> over(server, traffic.puts(new IssuedNumbers(0, many)), many);
            case "put-indexed" -> {
                index(server);
                yield over(server, traffic.puts(new IssuedNumbers(0, many)), many);
            }
            case "bulk-docs" ->
                over(server, traffic.batches(new IssuedNumbers(0, BATCH_CONNECTIONS), BATCH), BATCH_CONNECTIONS);
            case "read" -> reads(server, traffic);
            case "constant" -> over(server, traffic.constant(), many);
            case "bulk-insert" -> streams(server, traffic);
            default -> throw new IllegalArgumentException("there is no load '" + name + "'");
        };
    }

    private static ProfiledLoad over(ServerProcess server, Requests requests, int connections) throws IOException {
        ClosedLoop loop = ClosedLoop.connect(server.address(), requests, connections);
        return new ProfiledLoad(loop::run, loop);
    }

    /** Counts the documents in as many groups as beside the saves of {@code verify/lab/index}. */
    private static void index(ServerProcess server) throws IOException {
        String definition = IndexedServer.Way.CSHARP.definition(IndexCosts.GROUPS_BESIDE_SAVES);
        String ignored =
                new AdminClient(server.url()).require(201, "PUT /databases/" + Site.DATABASE + "/indexes", definition);
    }

    private static ProfiledLoad reads(ServerProcess server, Traffic traffic) throws IOException {
        ClosedLoop.send(server.address(), traffic.batches(new IssuedNumbers(0, 1), BATCH), 1, READABLE / BATCH);
        return over(server, traffic.reads(READABLE), RoundsPart.CONNECTIONS);
    }

    private static ProfiledLoad streams(ServerProcess server, Traffic traffic) throws IOException {
        BulkInserts inserts = new BulkInserts(server, traffic, 0);
        return new ProfiledLoad(time -> inserts.run(time, STREAMED), () -> {});
    }

    /** Loads for that long and returns how many requests, or streamed documents, were answered. */
    long run(Duration time) throws IOException {
        return source.run(time).requests();
    }

    @Override
    public void close() throws IOException {
        try {
            connections.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
