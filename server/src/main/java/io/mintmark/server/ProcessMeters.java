package io.mintmark.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.mintmark.support.OwnVersion;

/** Shows the version, the process and its JVM as meters, by Micrometer's own binders. */
final class ProcessMeters implements AutoCloseable {
    /** Listens to the collectors of the JVM, which outlive a server. */
    private final JvmGcMetrics collections = new JvmGcMetrics();

    ProcessMeters(MeterRegistry registry) {
        Gauge.builder("mintmark.build.info", () -> 1)
                .description("The version of this server")
                .tag("version", OwnVersion.text())
                .register(registry);
        new JvmInfoMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        collections.bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
    }

    @Override
    public void close() {
        collections.close();
    }
}
