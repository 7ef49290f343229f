package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.instrument.SteadyThread;
import io.mintmark.lab.script.ByteTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A good client that inserts documents in bulk: five times a second a hundred of them, timed from when it was due. */
final class GoodInserts implements AutoCloseable {
    private static final long PERIOD_NANOS = 200_000_000;
    /** Above those of all attackers. */
    private static final int FIRST_OPERATION = 1_000_000_000;

    private static final String BODY = new String(
            ByteTemplate.of("[⟦100,{\"Id\":\"inserted/⟦i⟧\",\"Type\":\"PUT\",\"Document\":{\"name\":\"⟦50×Ada ⟧\"}}⟧]")
                    .bytes(),
            StandardCharsets.US_ASCII);

    private final HttpConnection connection;
    private final LatencyHistogram times = new LatencyHistogram();
    private final SteadyThread thread;
    private int failed;
    private int operation = FIRST_OPERATION;

    /** Begins. */
    GoodInserts(ServerAddress server) {
        connection = HttpConnection.from(GoodClients.ADDRESS, server);
        thread = SteadyThread.start("inserts", 0, PERIOD_NANOS, SteadyThread.ANY_LAG, this::insert);
    }

    private void insert(long due) {
        try {
            int status = connection.ask("POST /databases/attack/bulk_insert?id=" + operation++, BODY);
            if (status == 201) {
                times.record(System.nanoTime() - due);
            } else {
                failed++;
                System.err.println("[attack] a good bulk insert was answered " + status + ": " + connection.body());
                connection.close();
            }
        } catch (IOException e) {
            failed++;
            connection.close();
        }
    }

    /** Ends, and returns how they fared. */
    Newcomers.Result result() {
        thread.end(30);
        return new Newcomers.Result(Times.of(times), failed);
    }

    @Override
    public void close() {
        thread.end(30);
        connection.close();
    }
}
