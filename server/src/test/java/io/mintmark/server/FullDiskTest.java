package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system that really runs full under a server: a small one in memory, where this process may mount it. */
class FullDiskTest {
    @TempDir
    Path directory;

    private @Nullable SmallDisk disk;

    @BeforeEach
    void mount() throws Exception {
        disk = SmallDisk.at(directory);
    }

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            disk.close();
        }
    }

    @Test
    void shouldRefuseWritesServeReadsAndLoseNothing() throws InterruptedException {
        int stored = 0;
        long high = 0;
        try (TestServer server = TestServer.start(directory)) {
            server.createDatabase("shop");
            Answer answer = put(server, stored);
            while (answer.status() == 201 && stored < 1_000) {
                stored++;
                high = server.get("/databases/shop/hilo/next?tag=orders")
                        .path("High")
                        .asLong(high);
                answer = put(server, stored);
            }

            answer.expect(503);
            assertThat(answer.text("Type")).endsWith("DatabaseLoadFailureException");
            assertThat(answer.text("Message"))
                    .contains("database shop stopped taking writes")
                    .contains("restart");
            server.get("/databases/shop/hilo/next?tag=orders").expect(503);
            server.get("/databases/shop/healthcheck").expect(503);
            assertThat(server.get("/healthcheck").status())
                    .as("the process itself lives")
                    .isEqualTo(204);
            server.get("/databases/shop/docs?id=doc/0").expect(200);
        }
        assertThat(stored).isPositive();
        assertEverythingIsThere(stored, high);
    }

    private static Answer put(TestServer server, int number) {
        String document = "{\"text\":\"" + "x".repeat(20_000) + "\"}";
        return server.put("/databases/shop/docs?id=doc/" + number, document);
    }

    private void assertEverythingIsThere(int stored, long high) throws InterruptedException {
        assertThat(Files.exists(directory.resolve("catalog.sqlite"))).isTrue();
        Objects.requireNonNull(disk).grow();
        try (TestServer server = TestServer.start(directory)) {
            for (int i = 0; i < stored; i++) {
                assertThat(server.get("/databases/shop/docs?id=doc/" + i).status())
                        .as("doc/%d of %d was acknowledged", i, stored)
                        .isEqualTo(200);
            }
            Answer next = server.get("/databases/shop/hilo/next?tag=orders");
            assertThat(next.number("Low")).isGreaterThan(high);
            server.get("/databases/shop/healthcheck").expect(204);
        }
    }
}
