package io.mintmark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {
    private static final InheritableThreadLocal<String> OF_THE_CALLER = new InheritableThreadLocal<>();

    @Test
    void shouldInheritNothingFromTheCaller() throws Exception {
        ClassLoader usual = Thread.currentThread().getContextClassLoader();
        AtomicReference<String> seen = new AtomicReference<>();
        try (URLClassLoader ofTheCaller = new URLClassLoader(new URL[0])) {
            Thread.currentThread().setContextClassLoader(ofTheCaller);
            OF_THE_CALLER.set("secret");
            Thread thread = DaemonThreads.thread(getClass(), "worker", () -> seen.set(OF_THE_CALLER.get()));
            thread.start();
            thread.join();

            assertThat(seen).hasNullValue();
            assertThat(thread.isDaemon()).isTrue();
            assertThat(DaemonThreads.thread(getClass(), "worker", () -> {}).getContextClassLoader())
                    .isSameAs(getClass().getClassLoader());
        } finally {
            OF_THE_CALLER.remove();
            Thread.currentThread().setContextClassLoader(usual);
        }
    }

    @Test
    void shouldNameAndCountThem() {
        ThreadFactory same = DaemonThreads.named(getClass(), "one");
        ThreadFactory counted = DaemonThreads.numbered(getClass(), "worker");

        assertThat(same.newThread(() -> {}).getName()).isEqualTo("one");
        assertThat(same.newThread(() -> {}).getName()).isEqualTo("one");
        assertThat(counted.newThread(() -> {}).getName()).isEqualTo("worker-1");
        assertThat(counted.newThread(() -> {}).getName()).isEqualTo("worker-2");
    }
}
