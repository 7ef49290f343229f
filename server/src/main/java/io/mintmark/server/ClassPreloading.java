package io.mintmark.server;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.storage.engine.StorageEngines;
import io.mintmark.storage.engine.StoreAddress;
import io.mintmark.support.Json;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.jetty.HttpFront;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Loads the classes that a start needs on a thread of its own, while the command line is still being read: much of a
 * start is the loading of classes, and most machines have a second core for it.
 *
 * <p>Nothing that it makes stays. A failure here happens again, and is reported, where the class is needed.
 */
final class ClassPreloading implements Runnable {

    static void begin() {
        DaemonThreads.thread(ClassPreloading.class, "mintmark-start-ahead", new ClassPreloading())
                .start();
    }

    @Override
    public void run() {
        try {
            HttpFront.load(
                    MintmarkServer.http(ServerSettings.builder(Path.of("")).build(), Optional.empty()));
            StorageEngines.of(StoreAddress.ofDirectory(Path.of("")).url()).preload();
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT).close();
            new Json(Limits.DEFAULT.sizes().depthMax()).trees().createObjectNode();
        } catch (RuntimeException | LinkageError e) {
            // The start itself meets the same failure and reports it.
        }
    }
}
