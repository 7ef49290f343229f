package io.mintmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.mintmark.MintmarkException;
import io.mintmark.cli.CommandRun;
import io.mintmark.indexes.definition.EngineJar;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is brought from a repository, and what is not kept. A wait without a bound is not ended by an interrupt. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineDownloadTest {
    @TempDir
    private Path directory;

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private HttpServer repository;

    @BeforeEach
    void start() throws IOException {
        repository = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        repository.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath().substring("/maven/".length());
            asked.add(path);
            byte[] file = files.get(path);
            exchange.sendResponseHeaders(file == null ? 404 : 200, file == null ? -1 : file.length);
            if (file != null) {
                exchange.getResponseBody().write(file);
            }
            exchange.close();
        });
        repository.start();
    }

    @AfterEach
    void stop() {
        repository.stop(0);
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + repository.getAddress().getPort() + "/maven");
    }

    private EngineJar jar(String name) throws Exception {
        byte[] bytes = ("content of " + name).getBytes(StandardCharsets.UTF_8);
        String path = "org/" + name + "/" + name + ".jar";
        files.put(path, bytes);
        return new EngineJar(
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)), bytes.length, path);
    }

    /** Java's client bounds the wait for the head alone. */
    @Test
    void shouldGiveUpARepositoryThatFallsSilent() throws Exception {
        EngineJar jar = jar("a");
        CountDownLatch end = new CountDownLatch(1);
        repository.createContext("/silent/", exchange -> {
            exchange.sendResponseHeaders(200, jar.bytes());
            exchange.getResponseBody().write('c');
            exchange.getResponseBody().flush();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        URI silent = address().resolve("/silent");
        try {
            EngineDownload download = new EngineDownload(silent, directory.resolve("engine"), Duration.ofSeconds(1));

            assertThatThrownBy(() -> download.fetch(List.of(jar), (doing, done, total) -> {}))
                    .hasMessageContaining("it sent nothing for 1 s")
                    .hasMessageContaining("name a mirror by --from");
        } finally {
            end.countDown();
        }
        assertThat(kept()).isEmpty();
    }

    private int fetch(List<EngineJar> jars) {
        return new EngineDownload(address(), directory.resolve("engine")).fetch(jars, (doing, done, total) -> {});
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> kept = Files.list(directory.resolve("engine"))) {
            return kept.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldBringEachFileOnce() throws Exception {
        List<EngineJar> jars = List.of(jar("a"), jar("b"));

        assertThat(fetch(jars)).isEqualTo(2);
        assertThat(fetch(jars)).isZero();
        assertThat(asked).containsExactly("org/a/a.jar", "org/b/b.jar");
        assertThat(kept()).containsExactly("a.jar", "b.jar");
        assertThat(directory.resolve("engine/a.jar")).hasContent("content of a");
    }

    @Test
    void shouldBringAgainWhatWasDamaged() throws Exception {
        List<EngineJar> jars = List.of(jar("a"), jar("b"));
        assertThat(fetch(jars)).isEqualTo(2);
        Files.writeString(directory.resolve("engine/b.jar"), "content of x");

        assertThat(fetch(jars)).isEqualTo(1);
        assertThat(directory.resolve("engine/b.jar")).hasContent("content of b");
    }

    @Test
    void shouldKeepNothingWithAnotherDigestOrLength() throws Exception {
        EngineJar first = jar("a");
        EngineJar second = jar("b");
        for (String other : List.of("content of B", "content of b and more", "")) {
            files.put(second.path(), other.getBytes(StandardCharsets.UTF_8));

            assertThatThrownBy(() -> fetch(List.of(first, second)))
                    .isInstanceOf(MintmarkException.class)
                    .hasMessageContaining("instead of " + second.sha256() + " and was not kept");
            assertThat(kept()).containsExactly("a.jar");
        }
    }

    @Test
    void shouldSayWhatToDoWithoutANetwork() throws Exception {
        EngineJar jar = jar("a");
        repository.stop(0);

        assertThatThrownBy(() -> fetch(List.of(jar)))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("The repository cannot be reached")
                .hasMessageContaining("name a mirror by --from")
                .hasMessageContaining("copy that folder to " + directory.resolve("engine"));
    }

    @Test
    void shouldSayThatARepositoryLacksAFile() throws Exception {
        EngineJar missing = new EngineJar("00", 1, "org/none/none.jar");

        assertThatThrownBy(() -> fetch(List.of(missing)))
                .hasMessageContaining("answers 404")
                .hasMessageContaining("--from");
        assertThat(kept()).isEmpty();
    }

    @Test
    void shouldLeaveAFolderAloneThatHasJarsOfAnotherVersion() throws Exception {
        Files.createDirectories(directory.resolve("engine"));
        Files.writeString(directory.resolve("engine/a-1.jar"), "older");

        assertThatThrownBy(() -> fetch(List.of(jar("a")))).hasMessageContaining("such as a-1.jar: remove them");
        assertThat(asked).isEmpty();
    }

    @Test
    void shouldAskForAllFilesOfTheEngineByTheCommand() {
        CommandRun run = CommandRun.of(
                        "javascript",
                        "--from",
                        address().toString(),
                        "--to",
                        directory.resolve("engine").toString())
                .expect(1);

        assertThat(run.err()).contains("answers 404 for " + address() + "/org/graalvm/");
    }
}
