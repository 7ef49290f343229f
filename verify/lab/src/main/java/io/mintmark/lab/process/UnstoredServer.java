package io.mintmark.lab.process;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerOverEngine;
import io.mintmark.server.ServerSettings;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The shipped server over {@link UnstoredEngine}: the same front, route, handler, parameters, metrics and reply, and a
 * fixed range in it, which costs no disk, no transaction and no waiting. What a durable answer can at best come near
 * to.
 */
public final class UnstoredServer {
    private UnstoredServer() {}

    /** Runs until the process is told to end; takes a directory that it does not use. */
    public static void main(String... args) throws InterruptedException {
        ServerSettings settings =
                ServerSettings.builder(Path.of(args[0])).port(0).build();
        try (MintmarkServer server = ServerOverEngine.start(settings, new UnstoredEngine())) {
            System.out.println(ServerProcess.READY + server.url());
            new CountDownLatch(1).await();
        }
    }
}
