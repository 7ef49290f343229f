package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageEngine;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose last step of its start fails, when it already listens. */
class FailedStartTest {
    @Test
    void shouldListenNoMore(@TempDir Path directory) throws IOException {
        ServerSettings settings =
                ServerSettings.builder(directory).port(freePort()).build();
        InstantSource clock = InstantSource.system();
        StorageEngine engine = OpenedStore.inDirectory(settings, clock).engine();

        assertThatThrownBy(() -> MintmarkServer.start(settings, clock, servingNever(engine)))
                .hasMessage("planted");

        try (MintmarkServer next = MintmarkServer.start(settings)) {
            assertThat(next.url().getPort()).isEqualTo(settings.port());
        }
    }

    private static StorageEngine servingNever(StorageEngine engine) {
        return (StorageEngine) Proxy.newProxyInstance(
                StorageEngine.class.getClassLoader(), new Class<?>[] {StorageEngine.class}, (proxy, verb, values) -> {
                    if (verb.getName().equals("serve")) {
                        throw new IllegalStateException("planted");
                    }
                    try {
                        return verb.invoke(engine, values);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        }
    }
}
