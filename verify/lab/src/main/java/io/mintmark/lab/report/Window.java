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

/** One warm-up and one measured window of one load on one server. */
public final class Window {
    /** Something that keeps a server busy for a while. */
    @FunctionalInterface
    public interface Source {
        ClosedLoop.Flow run(Duration time) throws IOException;
    }

    private Window() {}

    /** Measures requests over HTTP. */
    public static Sample of(ServerProcess server, Requests requests, int connections, int unitsPerRequest, Site site)
            throws IOException {
        try (ClosedLoop loop = ClosedLoop.connect(server.address(), requests, connections)) {
            return of(
                    server.handle(), loop::run, unitsPerRequest, site.warmUp(), site.window(), ProcessMemory::resident);
        }
    }

    /** Measures anything. */
    public static Sample of(
            ProcessHandle server,
            Source source,
            int unitsPerRequest,
            Duration warmUp,
            Duration window,
            ToDoubleFunction<ProcessHandle> memory)
            throws IOException {
        return of(List.of(server), source, unitsPerRequest, warmUp, window, memory);
    }

    /** Measures anything that several processes do together. */
    public static Sample of(
            List<ProcessHandle> servers,
            Source source,
            int unitsPerRequest,
            Duration warmUp,
            Duration window,
            ToDoubleFunction<ProcessHandle> memory)
            throws IOException {
        ClosedLoop.Flow warm = source.run(warmUp);
        if (warm.requests() == 0) {
            throw new IOException("nothing was answered during the warm-up of " + warmUp);
        }
        CpuMeter meter = CpuMeter.start(servers);
        ClosedLoop.Flow flow = source.run(window);
        CpuMeter.Usage usage = meter.stop();
        return Sample.of(
                flow,
                unitsPerRequest,
                usage,
                servers.stream().mapToDouble(memory).sum());
    }
}
