package io.mintmark.lab.report;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One warm-up and one measured window of one load.
 *
 * @param warmUp how long the load runs before it is measured
 * @param time how long it is measured
 */
public record Window(Duration warmUp, Duration time) {
    /** Something that keeps a server busy for a while. */
    @FunctionalInterface
    public interface Source {
        ClosedLoop.Flow run(Duration time) throws IOException;
    }

    /** Measures requests over HTTP. */
    public Sample of(ServerProcess server, Requests requests, int connections, int unitsPerRequest) throws IOException {
        try (ClosedLoop loop = ClosedLoop.connect(server.address(), requests, connections)) {
            return of(server, loop::run, unitsPerRequest);
        }
    }

    /** Measures anything that one server does. */
    public Sample of(ServerProcess server, Source source, int unitsPerRequest) throws IOException {
        return of(List.of(server.handle()), source, unitsPerRequest, ProcessMemory::resident);
    }

    /** Measures anything that several processes do together, whose shared memory counts once. */
    public Sample of(List<ProcessHandle> servers, Source source, int unitsPerRequest) throws IOException {
        return of(servers, source, unitsPerRequest, ProcessMemory::together);
    }

    private Sample of(
            List<ProcessHandle> servers, Source source, int unitsPerRequest, ToDoubleFunction<ProcessHandle> memory)
            throws IOException {
        if (source.run(warmUp).requests() == 0) {
            throw new IOException("nothing was answered during the warm-up of " + warmUp);
        }
        CpuMeter meter = CpuMeter.start(servers);
        ClosedLoop.Flow flow = source.run(time);
        CpuMeter.Usage usage = meter.stop();
        return Sample.of(
                flow,
                unitsPerRequest,
                usage,
                servers.stream().mapToDouble(memory).sum());
    }
}
