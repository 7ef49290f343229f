package io.mintmark.lab.load;

import io.mintmark.lab.instrument.BulkInsertStream;
import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.ServerProcess;
import java.io.IOException;
import java.time.Duration;

/** Documents that are streamed to one database, one stream after the other. */
final class BulkInserts {
    private final ServerProcess server;
    private final Traffic traffic;
    private long operations;
    private long streamed;

    /** Documents have the numbers after {@code start}. */
    BulkInserts(ServerProcess server, Traffic traffic, long start) {
        this.server = server;
        this.traffic = traffic;
        this.streamed = start;
    }

    /** Streams so many documents and returns how many seconds that took. */
    double stream(long documents) throws IOException {
        long start = System.nanoTime();
        operations++;
        BulkInsertStream stream = new BulkInsertStream(server.address(), traffic.bulkInsertHead(operations));
        long first = streamed + 1;
        streamed += documents;
        BulkInsertStream.Answer answer = stream.send(first, documents, Traffic.streamed(), sent -> {});
        if (!answer.isCreated()) {
            throw new IOException(
                    "a bulk_insert must be answered 201, but was " + answer.status() + ": " + answer.bodyStart());
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /** Sends streams of that length until the time is over; the flow counts documents, and times none. */
    ClosedLoop.Flow run(Duration time, int documents) throws IOException {
        double seconds = 0;
        long sent = 0;
        do {
            seconds += stream(documents);
            sent += documents;
        } while (seconds < time.toNanos() / 1e9);
        return new ClosedLoop.Flow(sent, seconds, new LatencyHistogram());
    }
}
