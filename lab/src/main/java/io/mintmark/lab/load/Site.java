package io.mintmark.lab.load;

import io.mintmark.lab.process.Calls;
import io.mintmark.lab.process.DiskBaseline;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.wire.Traffic;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Where and for how long is measured.
 *
 * @param launcher the shipped {@code mintmark} script
 * @param work where all data lies, on the disk that is measured
 * @param effort how long
 */
record Site(Path launcher, WorkDirectory work, LoadEffort effort) {
    /** The database that most loads go to. */
    static final String DATABASE = "load";

    /** Starts the shipped server over an empty directory and creates {@link #DATABASE} in it. */
    ServerProcess startServer() throws IOException {
        return startServer("");
    }

    /** The same, with further options for its JVM. */
    ServerProcess startServer(String javaOptions) throws IOException {
        Path data = work.fresh("data");
        return withDatabase(
                ServerProcess.start(ServerProcess.shipped(launcher, data), javaOptions, work.file("server.log")));
    }

    /** Starts the shipped front over an engine that stores nothing. */
    ServerProcess startUnstored() throws IOException {
        Path data = work.fresh("unstored");
        return withDatabase(ServerProcess.start(
                ServerProcess.labs(UnstoredServer.class, data.toString()), work.file("unstored.log")));
    }

    private static ServerProcess withDatabase(ServerProcess server) throws IOException {
        try {
            new Calls(server.url()).createDatabase(DATABASE);
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    DiskBaseline disk() throws IOException {
        return DiskBaseline.measure(work.file("baseline"), effort.syncs());
    }

    static Traffic traffic(ServerProcess server) {
        return new Traffic(server.url(), DATABASE);
    }
}
