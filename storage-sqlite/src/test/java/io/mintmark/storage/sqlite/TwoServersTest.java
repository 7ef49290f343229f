package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.OpenDirectories;
import io.mintmark.support.Intercepted;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one directory: the second is kept out, and where it is not, the first one is stopped. */
class TwoServersTest {
    private static final byte[] RECORD = {'{', '}'};

    @TempDir
    Path directory;

    /** To open and close a locked file once more would free the lock for everybody. */
    @Test
    void shouldKeepItsLockWhenASecondEngineInThisProcessIsRefused() throws IOException {
        try (TestStore store = TestStore.open(directory)) {
            assertThat(SecondServer.tryToOpen(directory.toString()))
                    .startsWith("refused")
                    .contains("this one");

            assertOthersAreRefused();
            assertThat(store.reserve("orders").low()).isEqualTo(1);
        }
    }

    @Test
    void shouldKeepItsLockWhenASecondEngineBehindAnotherClassLoaderIsRefused() throws Exception {
        try (TestStore store = TestStore.open(directory);
                URLClassLoader apart = apart()) {
            Class<?> second = apart.loadClass(SecondServer.class.getName());
            assertThat(second).isNotSameAs(SecondServer.class);

            Object answer = second.getMethod("tryToOpen", String.class).invoke(null, directory.toString());

            assertThat((String) answer).startsWith("refused").contains("in use by another server");
            assertOthersAreRefused();
            assertThat(store.reserve("orders").low()).isEqualTo(1);
        }
    }

    private static URLClassLoader apart() throws IOException {
        String[] paths = System.getProperty("java.class.path").split(File.pathSeparator, -1);
        URL[] urls = new URL[paths.length];
        for (int i = 0; i < paths.length; i++) {
            urls[i] = Path.of(paths[i]).toUri().toURL();
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private void assertOthersAreRefused() throws IOException {
        try (SecondServer.Running other = SecondServer.Running.on(directory)) {
            assertThat(other.answer)
                    .startsWith("refused")
                    .contains("process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void shouldStopTheFirstServerWhereTheFileOfTheLockWasDeleted() throws IOException {
        try (TestStore first = TestStore.open(directory)) {
            assertThat(first.reserve("orders").low()).isEqualTo(1);
            Files.delete(directory.resolve("lock"));

            try (SecondServer.Running second = SecondServer.Running.on(directory)) {
                assertThat(second.answer).isEqualTo("range from 33");

                assertFenced(() -> first.reserve("orders"), "database shop was opened by another server");
                assertFenced(() -> first.body("raven/hilo/orders"), "database shop was opened by another server");
                assertFenced(() -> first.engine.create("blog", RECORD), "data directory was opened by another server");
                assertThat(first.storage.hasFailed()).isTrue();
            }
        }
        try (TestStore third = TestStore.open(directory)) {
            assertThat(third.reserve("orders").low()).isEqualTo(65);
            assertThat(third.engine.databases(Slice.ALL)).hasSize(1);
        }
    }

    private static void assertFenced(ThrowingCallable act, String why) {
        assertThatThrownBy(act)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("stop this one");
    }

    /** Lets a second engine into this process, as if it were another one whose lock was lost. */
    private TestStore openBeside(ConnectionOpener opener) throws IOException {
        OpenDirectories.release(OpenDirectories.key(directory));
        Files.delete(directory.resolve("lock"));
        return TestStore.open(directory, opener);
    }

    /** What the first one acknowledges between the second one's look at the file and its taking over must not be lost. */
    @Test
    void shouldNotTakeOverFromWhereItLookedIfTheFirstServerWentOnMeanwhile() throws IOException {
        TestStore before = TestStore.open(directory);
        AtomicBoolean wentOn = new AtomicBoolean();
        long[] acknowledged = new long[2];
        Faults.Hook meanwhile = sql -> {
            if (sql.equals("BEGIN IMMEDIATE") && wentOn.compareAndSet(false, true)) {
                acknowledged[0] = before.reserve("orders").high();
                acknowledged[1] = before.nextIdentity("users");
            }
        };
        assertThatThrownBy(() -> openBeside(Faults.opener(meanwhile)))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("another server");
        before.close();

        try (TestStore third = TestStore.open(directory)) {
            assertThat(third.reserve("orders").low()).isGreaterThan(acknowledged[0]);
            assertThat(third.nextIdentity("users")).isGreaterThan(acknowledged[1]);
        }
    }

    /** The broken twin stores its state whoever owns the file. */
    @Test
    void shouldCatchAWriterThatDoesNotAskWhetherItIsTheOwner() throws IOException {
        try (TestStore first = TestStore.open(directory, TwoServersTest::notAsking)) {
            long high = first.reserve("orders").high();
            try (TestStore second = openBeside(ConnectionOpener.DRIVER)) {
                long low = second.reserve("orders").low();

                assertThat(low).isEqualTo(high + 1);
                // Its next lease has a serial that the second one drew, the one after that has not.
                assertThatThrownBy(() -> first.reserve("orders")).isInstanceOf(MintmarkException.class);
                assertThat(first.reserve("orders").low()).as("given out twice").isEqualTo(low);
            }
        }
    }

    private static Connection notAsking(String url) throws SQLException {
        Connection real = ConnectionOpener.DRIVER.open(url);
        return Intercepted.of(Connection.class, real, (method, arguments, call) -> {
            if (method.equals("prepareStatement")) {
                arguments[0] = ((String) arguments[0]).replace("WHERE owner = ?", "WHERE ? <> ''");
            }
            return call.make(arguments);
        });
    }
}
