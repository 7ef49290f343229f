package io.mintmark.lab.load;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Turns;
import io.mintmark.lab.report.Window;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Writes beside a backup of many documents and without one, in turns on one server. */
final class BackupPart {
    static final String SAVED = "PUT of a document";
    static final String SAVED_BESIDE = SAVED + " beside a backup";
    static final String RESERVED = HiLoPart.ONE;
    static final String RESERVED_BESIDE = RESERVED + " beside a backup";

    private static final int CONNECTIONS = RoundsPart.CONNECTIONS;
    private static final int BATCH = 500;
    private static final int FILLERS = 4;

    private final Site site;
    private final Results results = new Results();
    private final List<String> backups = new ArrayList<>();

    private BackupPart(Site site) {
        this.site = site;
    }

    /** Measures, prints, and returns what was found. */
    static Results print(Site site) throws IOException {
        BackupPart part = new BackupPart(site);
        int documents = site.effort().choose(10_000, 1_000_000, 1_000_000);
        try (ServerProcess server = site.startServer()) {
            Traffic traffic = Site.traffic(server);
            Progress.say("backup, %,d documents are stored", documents);
            Requests batches = traffic.batches(new IssuedNumbers(0, FILLERS), BATCH);
            ClosedLoop.send(server.address(), batches, FILLERS, (documents + BATCH - 1) / BATCH);
            part.measure(server, traffic);
        }
        System.out.println(Figures.text(
                "## Writes beside a backup%n%n%d connections; the database has %,d documents of about 250 bytes and what is"
                        + " written meanwhile. Backups follow each other through the whole window, received at 24 MiB a second and"
                        + " written to the same disk: %s.%n",
                CONNECTIONS, documents, String.join(", ", part.backups)));
        ResultTable.print(part.results);
        return part.results;
    }

    private void measure(ServerProcess server, Traffic traffic) throws IOException {
        Requests puts = traffic.puts(new IssuedNumbers(1L << 40, CONNECTIONS));
        try (ClosedLoop saving = ClosedLoop.connect(server.address(), puts, CONNECTIONS);
                ClosedLoop reserving = ClosedLoop.connect(server.address(), traffic.reservations(1), CONNECTIONS)) {
            Turns turns = new Turns("backup", site);
            turns.addServer(SAVED, window -> window.of(server, saving::run, 1));
            turns.addServer(SAVED_BESIDE, window -> beside(server, saving, window));
            turns.addServer(RESERVED, window -> window.of(server, reserving::run, 1));
            turns.addServer(RESERVED_BESIDE, window -> beside(server, reserving, window));
            turns.run(results);
        }
    }

    private Sample beside(ServerProcess server, ClosedLoop loop, Window window) throws IOException {
        try (RunningBackup backup = RunningBackup.of(server.url(), site.work().file("backup.zip"))) {
            Sample sample = window.of(server, loop::run, 1);
            backups.add(Figures.text("%,d MB", backup.end() / 1_000_000));
            return sample;
        }
    }

    /**
     * Backups of a server, one after the other as long as it lasts, received at the pace of {@code mintmark backup} and
     * kept on disk.
     */
    private static final class RunningBackup implements AutoCloseable {
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
}
