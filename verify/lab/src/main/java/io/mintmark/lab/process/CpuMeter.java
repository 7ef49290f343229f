package io.mintmark.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Processor time while something was measured: of servers with their children, of this process, and of all others. */
public final class CpuMeter {
    /** Unit of Linux: hundredths of a second on every architecture that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    /** From here on others took enough of two cores to be named. */
    public static final double FOREIGN_CORES_MAX = 0.2;

    private final List<ProcessHandle> servers;
    private final long startNanos = System.nanoTime();
    private final double serverAtStart;
    private final double ownAtStart;
    private final double machineAtStart;

    private CpuMeter(List<ProcessHandle> servers) {
        this.servers = servers;
        serverAtStart = server();
        ownAtStart = own();
        machineAtStart = machine();
    }

    /** Starts to measure. */
    public static CpuMeter start(ProcessHandle server) {
        return start(List.of(server));
    }

    /** Starts to measure servers that work together. */
    public static CpuMeter start(List<ProcessHandle> servers) {
        return new CpuMeter(List.copyOf(servers));
    }

    /** Starts to measure where there is no server. */
    public static CpuMeter start() {
        return start(List.of());
    }

    /**
     * Processor time in seconds.
     *
     * @param server of the server and its children
     * @param own of this process, which makes the load, and of the children that it waited for
     * @param foreignCores how many cores all others used on average, also the machine's host; NaN if not told
     */
    public record Usage(double server, double own, double foreignCores) {}

    /** Returns what was used since the start. */
    public Usage stop() {
        double serverUsed = server() - serverAtStart;
        double ownUsed = own() - ownAtStart;
        double elapsed = (System.nanoTime() - startNanos) / 1e9;
        double foreign = (machine() - machineAtStart - serverUsed - ownUsed) / elapsed;
        return new Usage(serverUsed, ownUsed, Math.max(0, foreign));
    }

    private double server() {
        return servers.stream().mapToDouble(CpuMeter::withChildren).sum();
    }

    private static double own() {
        return seconds(ProcessHandle.current()) + endedChildren();
    }

    /** Returns the columns cutime and cstime of proc(5); 0 where there is no such file. */
    private static double endedChildren() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Double.parseDouble(behindName[13]) + Double.parseDouble(behindName[14])) / TICKS_PER_SECOND;
        } catch (IOException | ArrayIndexOutOfBoundsException e) {
            return 0;
        }
    }

    private static double withChildren(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .mapToDouble(CpuMeter::seconds)
                .sum();
    }

    private static double seconds(ProcessHandle process) {
        Optional<Duration> used = process.info().totalCpuDuration();
        return used.map(duration -> duration.toNanos() / 1e9).orElse(0.0);
    }

    /** Everything but idling and waiting for disks: user, nice, system, interrupts, and what the host took away. */
    private static double machine() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            String[] ticks = lines.findFirst().orElse("").split("\\s+", -1);
            double busy = 0;
            for (int column : new int[] {1, 2, 3, 6, 7, 8}) {
                busy += Double.parseDouble(ticks[column]);
            }
            return busy / TICKS_PER_SECOND;
        } catch (IOException | ArrayIndexOutOfBoundsException e) {
            return Double.NaN;
        }
    }
}
