package io.mintmark.lab.proof;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.RequestBuffer;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A server under {@code strace}: started, given one write after the other, ended; then its trace is judged. */
final class TracedServer {
    private static final String DATABASE = "sync";

    private static final String STRACE =
            "strace -f -yy -s 64 -e signal=none -e trace=read,readv,recvfrom,recvmsg,write,writev,"
                    + "sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync -o";

    private TracedServer() {}

    /** Returns what the trace of a server shows that got so many writes. */
    static SyncAnalysis.Finding watch(List<String> server, boolean rangesAhead, int requests, WorkDirectory work)
            throws IOException {
        Path trace = work.fresh("trace");
        List<String> command = new ArrayList<>(List.of(STRACE.split(" ", -1)));
        command.add(trace.toString());
        command.addAll(server);
        try (ServerProcess strace = ServerProcess.start(command, work.file("traced.log"))) {
            write(strace, requests);
            // The server is told to end, not its watcher, so that the trace is whole.
            strace.end(strace.handle().children().findFirst().orElseThrow());
        }
        SyncAnalysis analysis = new SyncAnalysis(DATABASE, rangesAhead);
        try (Stream<String> lines = Files.lines(trace)) {
            lines.forEachOrdered(analysis::accept);
        }
        return analysis.finding();
    }

    private static void write(ServerProcess server, int requests) throws IOException {
        new AdminClient(server.url()).createDatabase(DATABASE);
        ClosedLoop.send(server.address(), new MixedWrites(new Traffic(server.url(), DATABASE)), 1, requests);
    }

    /** All kinds of writes in turn, a range, an identity, a document, a batch; each is durable before its answer. */
    private static final class MixedWrites implements Requests {
        private static final int BATCH = 3;

        private final List<Requests> kinds;
        private long written;

        MixedWrites(Traffic traffic) {
            kinds = List.of(
                    traffic.reservations(1),
                    traffic.identities(),
                    traffic.puts(new IssuedNumbers(0, 1)),
                    traffic.batches(new IssuedNumbers(1_000_000, 1), BATCH));
        }

        @Override
        public void write(int connection, RequestBuffer out) {
            kinds.get((int) (written % kinds.size())).write(connection, out);
            written++;
        }
    }
}
