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

    /** Asks with an empty stream whether the server has such a route; returns what is wrong, or an empty text. */
    String whyNot() {
        try {
            BulkInsertStream.Answer answer = send(0);
            return answer.isCreated()
                    ? ""
                    : "the server answers POST …/bulk_insert with " + answer.status() + " " + answer.bodyStart();
        } catch (IOException e) {
            return "the server does not answer POST …/bulk_insert: " + e.getMessage();
        }
    }

    /** Streams so many documents and returns how many seconds that took. */
    double stream(long documents) throws IOException {
        long start = System.nanoTime();
        BulkInsertStream.Answer answer = send(documents);
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

    private BulkInsertStream.Answer send(long documents) throws IOException {
        operations++;
        BulkInsertStream stream = new BulkInsertStream(server.address(), traffic.bulkInsertHead(operations));
        long first = streamed + 1;
        streamed += documents;
        return stream.send(first, documents, Traffic.streamed(), sent -> {});
    }
}
