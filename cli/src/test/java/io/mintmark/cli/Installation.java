package io.mintmark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A release in a folder of its own: the launcher and the jar, started as users start it. */
final class Installation {
    /** With so many starts, preparing quick ones costs less than it saves. */
    private static final int STARTS_WORTH_PREPARING = 20;
    /** A server that lives for seconds does not pay its optimising compiler back. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    private final Path folder;

    private Installation(Path folder) {
        this.folder = folder;
    }

    /** Returns how to start a server on {@code data} about {@code starts} times; its files go into {@code scratch}. */
    static CrashRounds.Starter server(Path scratch, Path data, int starts) throws IOException {
        if (starts < STARTS_WORTH_PREPARING) {
            return () -> ServerProcess.run(scratch, "serve", "--port", "0", "--data", data.toString());
        }
        Installation installation = in(Files.createTempDirectory(scratch, "release"));
        return () -> installation.serve(scratch, data);
    }

    private static Installation in(Path folder) throws IOException {
        Path jar = Path.of(System.getProperty("mintmark.jar", "target/mintmark.jar"));
        Path ignoredJar = Files.copy(jar, folder.resolve("mintmark.jar"));
        Path ignoredLauncher = Files.copy(Path.of("..", "mintmark"), folder.resolve("mintmark"));
        return new Installation(folder);
    }

    /** The launcher replaces itself by Java, so that what is killed is the server. */
    private ServerProcess serve(Path scratch, Path data) throws IOException {
        List<String> command =
                List.of("sh", folder.resolve("mintmark").toString(), "serve", "--port", "0", "--data", data.toString());
        return ServerProcess.start(
                scratch,
                command,
                Map.of(
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "MINTMARK_JAVA_OPTS",
                        "-Djava.io.tmpdir=" + scratch + " " + SHORT_LIVED));
    }
}
