package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.ServerProcess;
import java.io.IOException;
import java.time.Duration;

/** A database that is filled step by step, and what saving and reserving cost at each step. */
final class GrowingDatabase {
    private static final int CONNECTIONS = RoundsPart.CONNECTIONS;
    private static final int FILLERS = 4;
    private static final int BATCH = 500;

    private final ServerProcess server;
    private final Traffic traffic;
    private final IssuedNumbers filled = new IssuedNumbers(0, FILLERS);
    private final IssuedNumbers saved = new IssuedNumbers(1L << 40, CONNECTIONS);
    private long documents;

    private GrowingDatabase(ServerProcess server, String name) {
        this.server = server;
        this.traffic = new Traffic(server.url(), name);
    }

    static GrowingDatabase create(ServerProcess server, String name) throws IOException {
        new AdminClient(server.url()).createDatabase(name);
        return new GrowingDatabase(server, name);
    }

    /**
     * Cost of one unit.
     *
     * @param micros time for a unit, all connections together
     * @param serverMicros processor time of the server for a unit
     */
    record Cost(double micros, double serverMicros) {}

    /** Saves documents until it holds about so many: whole batches. */
    void fillTo(long total) throws IOException {
        long requests = (total - documents + BATCH - 1) / BATCH;
        if (requests > 0) {
            ClosedLoop.send(server.address(), traffic.batches(filled, BATCH), FILLERS, requests);
            documents += requests * BATCH;
        }
    }

    /** Saves so many new documents, one a request. */
    Cost save(int count) throws IOException {
        try (ClosedLoop loop = connect(traffic.puts(saved), CONNECTIONS)) {
            CpuMeter meter = CpuMeter.start(server.handle());
            ClosedLoop.Flow flow = loop.run(count);
            documents += count;
            return cost(flow, meter.stop());
        }
    }

    /** Reserves each of so many counters once, so that they exist. */
    void useCounters(int counters) throws IOException {
        ClosedLoop.send(server.address(), traffic.reservations(counters), CONNECTIONS, counters);
    }

    /** Reserves from so many counters in turn. */
    Cost reserve(int counters, Duration time) throws IOException {
        try (ClosedLoop loop = connect(traffic.reservations(counters), CONNECTIONS)) {
            CpuMeter meter = CpuMeter.start(server.handle());
            return cost(loop.run(time), meter.stop());
        }
    }

    private ClosedLoop connect(Requests requests, int connections) throws IOException {
        return ClosedLoop.connect(server.address(), requests, connections);
    }

    private static Cost cost(ClosedLoop.Flow flow, CpuMeter.Usage usage) {
        return new Cost(flow.seconds() * 1e6 / flow.requests(), usage.server() * 1e6 / flow.requests());
    }
}
