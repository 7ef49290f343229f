package io.mintmark.lab.proof;

import io.mintmark.document.NodeTag;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerOverEngine;
import io.mintmark.server.ServerSettings;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.sqlite.LyingDriver;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/** The server of the product over its own engine, once as it is and once over a driver that syncs less than it says. */
final class TwinServer {
    /** The driver as it is. */
    static final String HONEST = "honest";
    /** The driver that claims {@code synchronous=FULL} and sets NORMAL. */
    static final String LYING = "lying";

    private static final int LEASES_MAX = 1_000_000;

    private TwinServer() {}

    /** Runs until the process is told to end; takes the kind of driver and the data directory. */
    public static void main(String... args) throws InterruptedException {
        Path data = Path.of(args[1]);
        ServerSettings settings = ServerSettings.builder(data).port(0).build();
        SqliteSettings sqlite =
                new SqliteSettings(data, NodeTag.of("A"), Duration.ofDays(30), LEASES_MAX, InstantSource.system());
        StorageEngine engine = args[0].equals(LYING) ? LyingDriver.open(sqlite) : SqliteEngine.open(sqlite);
        try (MintmarkServer server = ServerOverEngine.start(settings, engine)) {
            System.out.println(ServerProcess.READY + server.url());
            new CountDownLatch(1).await();
        }
    }
}
