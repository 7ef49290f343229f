package io.mintmark.lab.report;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.AdminClient;
import io.mintmark.lab.process.DiskBaseline;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.UnstoredServer;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The place, the length and the extent of the measurements.
 *
 * @param launcher the shipped {@code mintmark} script
 * @param work where all data lies, on the disk that is measured
 * @param effort how much, how often
 */
public record Site(Path launcher, WorkDirectory work, Effort effort) {
    /** The database that most loads go to. */
    public static final String DATABASE = "load";

    /** Returns how long our server is measured, after a warm-up that is longer than its compilers need. */
    public Window window() {
        return new Window(effort.choose(Duration.ofSeconds(1), Duration.ofSeconds(13), Duration.ofSeconds(15)), time());
    }

    /** Returns the same for PostgreSQL, which compiles nothing while it runs. */
    public Window storeWindow() {
        return new Window(effort.choose(Duration.ofMillis(500), Duration.ofSeconds(3), Duration.ofSeconds(4)), time());
    }

    private Duration time() {
        return effort.choose(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(5));
    }

    /** Returns how many documents one bulk insert has. */
    public int streamed() {
        return effort.choose(20_000, 200_000, 200_000);
    }

    /** Returns how many documents are streamed at most while memory is watched, as a power of ten. */
    public int memoryPower() {
        return effort.choose(5, 7, 7);
    }

    /** Returns how many documents are stored at most while costs are watched, as a power of ten. */
    public int documentsPower() {
        return effort.choose(4, 6, 7);
    }

    /** Returns how many counters are used at most while costs are watched, as a power of ten. */
    public int countersPower() {
        return effort.choose(3, 5, 5);
    }

    /** Starts the shipped server over an empty directory and creates {@link #DATABASE} in it. */
    public ServerProcess startServer() throws IOException {
        return withDatabase(startEmpty("data", "", List.of()));
    }

    /** The same, with further options for its JVM. */
    public ServerProcess startServer(String javaOptions) throws IOException {
        return withDatabase(startEmpty("data", javaOptions, List.of()));
    }

    /** Starts the shipped server with options over an empty directory of that name. */
    public ServerProcess startEmpty(String name, String javaOptions, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(ServerProcess.shipped(launcher, work.fresh(name)));
        command.addAll(options);
        return ServerProcess.start(command, javaOptions, work.file(name + ".log"));
    }

    /** Returns how servers are started, for the conditions of the run. */
    public static String server() {
        return "./mintmark serve, MINTMARK_JAVA_OPTS='" + ServerProcess.javaOptions() + "'";
    }

    /** Starts the shipped front over an engine that stores nothing. */
    public ServerProcess startUnstored() throws IOException {
        Path data = work.fresh("unstored");
        return withDatabase(ServerProcess.start(
                ServerProcess.labs(UnstoredServer.class, data.toString()), work.file("unstored.log")));
    }

    private static ServerProcess withDatabase(ServerProcess server) throws IOException {
        try {
            new AdminClient(server.url()).createDatabase(DATABASE);
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    public DiskBaseline disk() throws IOException {
        return DiskBaseline.measure(work.file("baseline"), effort.choose(100, 1_000, 2_000));
    }

    public static Traffic traffic(ServerProcess server) {
        return new Traffic(server.url(), DATABASE);
    }
}
