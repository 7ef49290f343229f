package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import io.mintmark.testkit.Effort;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More databases than can be open at once. */
class ManyDatabasesTest {
    private static final int OPEN_MAX = 3;
    private static final int DATABASES = 12;
    private static final int USES = Effort.of("uses of databases by each of eight callers", 20, 60, 60);

    @TempDir
    Path directory;

    @Test
    void shouldUseMoreDatabasesThanAreOpenAtOnce() {
        try (TestServer server = TestServer.start(settings(Duration.ofMinutes(10)))) {
            IntStream.range(0, DATABASES).forEach(i -> server.createDatabase("db" + i));
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < DATABASES; i++) {
                    assertThat(low(server, i)).isEqualTo(1 + 32L * round);
                }
            }
            assertThat(open(server)).isEqualTo(OPEN_MAX);
        }
    }

    @Test
    void shouldGiveBackFilesAndThreadsOfWhatItCloses() {
        try (TestServer server = TestServer.start(settings(Duration.ofMinutes(10)))) {
            useAll(server, OPEN_MAX);
            long files = openFiles();
            int threads = writers();
            useAll(server, DATABASES);

            // Some are connections of the client here; a database that stayed open would have five at least.
            assertThat(openFiles()).isLessThan(files + 5L * (DATABASES - OPEN_MAX) / 2);
            assertThat(writers()).isEqualTo(threads).isEqualTo(OPEN_MAX);
        }
    }

    private static void useAll(TestServer server, int count) {
        for (int i = 0; i < count; i++) {
            server.put("/admin/databases?name=db" + i, "{}");
            server.get("/databases/db" + i + "/docs?id=none");
        }
    }

    private static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
    }

    private static int writers() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("mintmark-writer-db"))
                .count();
    }

    @Test
    void shouldRepeatNothingWhenManyUseThemAtOnce() throws Exception {
        try (TestServer server = TestServer.start(settings(Duration.ofMillis(40)))) {
            IntStream.range(0, DATABASES).forEach(i -> server.createDatabase("db" + i));
            ExecutorService threads = Executors.newFixedThreadPool(8);
            List<Callable<Integer>> users = IntStream.range(0, 8)
                    .<Callable<Integer>>mapToObj(user -> () -> use(server, user))
                    .toList();
            for (Future<Integer> used : threads.invokeAll(users)) {
                assertThat(used.get()).isEqualTo(USES);
            }
            threads.shutdown();
            long total = IntStream.range(0, DATABASES)
                    .mapToLong(i -> (low(server, i) - 1) / 32)
                    .sum();
            assertThat(total).as("ranges reserved").isEqualTo(8L * USES);
        }
    }

    private static int use(TestServer server, int user) {
        int answered = 0;
        for (int i = 0; i < USES; i++) {
            String database = "/databases/db" + (user * 7 + i * 5) % DATABASES;
            server.get(database + "/hilo/next?tag=orders").expect(201);
            server.get(database + "/docs?id=none").expect(404);
            answered++;
        }
        return answered;
    }

    @Test
    void shouldCloseWhatNobodyUses() throws InterruptedException {
        try (TestServer server = TestServer.start(settings(Duration.ofMillis(100)))) {
            server.createDatabase("db0");
            Eventually.until(() -> open(server) == 0);
            assertThat(low(server, 0)).isEqualTo(1);
        }
    }

    @Test
    void shouldKeepNothingOfACreationThatFailed() {
        try (TestServer server = TestServer.start(ServerSettings.builder(directory), this::engineThatOpensNothing)) {
            server.put("/admin/databases?name=db0", "{}").expect(503);
            assertThat(server.get("/databases?namesOnly=true").path("Databases"))
                    .isEmpty();
        }
        try (TestServer server = TestServer.start(settings(Duration.ofMinutes(10)))) {
            server.createDatabase("db0");
            assertThat(low(server, 0)).isEqualTo(1);
        }
    }

    /** The real engine, but that its databases cannot be opened once they were created. */
    private StorageEngine engineThatOpensNothing() {
        SqliteEngine engine = SqliteEngine.open(
                new SqliteSettings(directory, NodeTag.of("A"), Duration.ofDays(30), 1_000_000, InstantSource.system()));
        return (StorageEngine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StorageEngine.class}, (proxy, method, args) -> {
                    if (method.getReturnType() == Storage.class) {
                        throw new StorageFailedException("No file of " + ((DatabaseEntry) args[0]).name() + " opens.");
                    }
                    try {
                        return method.invoke(engine, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private ServerSettings.Builder settings(Duration idleMax) {
        return ServerSettings.builder(directory).limits(Limits.DEFAULT.with(new Limits.Databases(OPEN_MAX, idleMax)));
    }

    private static long low(TestServer server, int database) {
        TestServer.Answer answer =
                server.get("/databases/db" + database + "/hilo/next?tag=orders").expect(201);
        return answer.number("Low");
    }

    private static int open(TestServer server) {
        return (int) server.metric("mintmark_databases_open");
    }
}
