package io.mintmark.lab.load;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.server.backup.Pace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Backups of a server, one after the other as long as it lasts, received at the pace of {@code mintmark backup} and
 * kept on disk.
 */
final class RunningBackup implements AutoCloseable {
    private static final long BYTES_PER_SECOND = 24L << 20;

    private final URI server;
    private final Path file;
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<Long> receiving;
    private long bytes;

    private RunningBackup(URI server, Path file) {
        this.server = server;
        this.file = file;
        this.receiving = CompletableFuture.supplyAsync(this::receive);
    }

    /** Begins; each backup takes the place of the last one in {@code file}. */
    static RunningBackup of(URI server, Path file) {
        return new RunningBackup(server, file);
    }

    private long receive() {
        try {
            while (!over.get()) {
                receiveOne();
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("a backup was interrupted", e);
        }
    }

    private void receiveOne() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/admin/mintmark/backup"))
                .POST(BodyPublishers.noBody())
                .build();
        HttpResponse<InputStream> reply = HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
        if (reply.statusCode() != 200) {
            throw new IOException("a backup must be answered 200, but was " + reply.statusCode());
        }
        Pace pace = new Pace(BYTES_PER_SECOND, Ticker.SYSTEM, Sleeper.SYSTEM);
        byte[] buffer = new byte[64 << 10];
        try (InputStream in = reply.body();
                OutputStream out = Files.newOutputStream(file)) {
            for (int read = in.read(buffer); read >= 0 && !over.get(); read = in.read(buffer)) {
                out.write(buffer, 0, read);
                bytes += read;
                pace.spend(read);
            }
        }
    }

    /** Ends the one under way, and returns how many bytes were received in all. */
    long end() {
        over.set(true);
        return receiving.join();
    }

    @Override
    public void close() {
        over.set(true);
    }
}
