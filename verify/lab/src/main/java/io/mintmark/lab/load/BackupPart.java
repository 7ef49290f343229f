package io.mintmark.lab.load;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.IssuedNumbers;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Requests;
import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Turns;
import io.mintmark.lab.report.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** Writes beside a backup of many documents and without one, in turns on one server. */
final class BackupPart {
    static final String SAVED = "PUT of a document";
    static final String SAVED_BESIDE = SAVED + " beside a backup";
    static final String RESERVED = HiLoPart.ONE;
    static final String RESERVED_BESIDE = RESERVED + " beside a backup";

    private static final int BATCH = 500;
    private static final int FILLERS = 4;

    private final Site site;
    private final Results results = new Results();
    private final StringBuilder backups = new StringBuilder();

    private BackupPart(Site site) {
        this.site = site;
    }

    /** Measures, prints, and returns what was found. */
    static Results print(Site site) throws IOException {
        BackupPart part = new BackupPart(site);
        int documents = part.documents();
        try (ServerProcess server = site.startServer()) {
            Traffic traffic = Site.traffic(server);
            Progress.say("backup, %,d documents are stored", documents);
            fill(server, traffic, documents);
            part.measure(server, traffic);
        }
        System.out.println(String.format(
                Locale.ROOT,
                "## Writes beside a backup%n%n%d connections; the database has %,d documents of about 250 bytes and what is"
                        + " written meanwhile. Backups follow each other through the whole window, received at 24 MiB a second and"
                        + " written to the same disk: %s.%n",
                HiLoPart.CONNECTIONS,
                documents,
                part.backups));
        ResultTable.print(part.results);
        return part.results;
    }

    private int documents() {
        return site.effort().choose(10_000, 1_000_000, 1_000_000);
    }

    private static void fill(ServerProcess server, Traffic traffic, int documents) throws IOException {
        Requests batches = traffic.batches(new IssuedNumbers(0, FILLERS), BATCH);
        try (ClosedLoop loop = ClosedLoop.connect(server.address(), batches, FILLERS)) {
            ClosedLoop.Flow ignored = loop.run((documents + BATCH - 1) / BATCH);
        }
    }

    private void measure(ServerProcess server, Traffic traffic) throws IOException {
        Requests puts = traffic.puts(new IssuedNumbers(1L << 40, HiLoPart.CONNECTIONS));
        Requests ranges = traffic.reservations(1);
        try (ClosedLoop saving = ClosedLoop.connect(server.address(), puts, HiLoPart.CONNECTIONS);
                ClosedLoop reserving = ClosedLoop.connect(server.address(), ranges, HiLoPart.CONNECTIONS)) {
            Turns turns = new Turns("backup", site);
            turns.addServer(SAVED, (warmUp, window) -> alone(server, saving, warmUp, window));
            turns.addServer(SAVED_BESIDE, (warmUp, window) -> beside(server, saving, warmUp, window));
            turns.addServer(RESERVED, (warmUp, window) -> alone(server, reserving, warmUp, window));
            turns.addServer(RESERVED_BESIDE, (warmUp, window) -> beside(server, reserving, warmUp, window));
            turns.run(results);
        }
    }

    private static Sample alone(ServerProcess server, ClosedLoop loop, Duration warmUp, Duration window)
            throws IOException {
        return Window.of(server.handle(), loop::run, 1, warmUp, window, ProcessMemory::resident);
    }

    private Sample beside(ServerProcess server, ClosedLoop loop, Duration warmUp, Duration window) throws IOException {
        Path file = site.work().file("backup.zip");
        try (RunningBackup backup = RunningBackup.of(server.url(), file)) {
            Sample sample = alone(server, loop, warmUp, window);
            long bytes = backup.end();
            backups.append(backups.isEmpty() ? "" : ", ")
                    .append(String.format(Locale.ROOT, "%,d MB", bytes / 1_000_000));
            return sample;
        }
    }
}
