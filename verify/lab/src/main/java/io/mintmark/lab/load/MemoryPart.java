package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.Site;
import java.io.IOException;

/** Memory of the server while it takes one bulk insert, from ten thousand documents up; each in a server of its own. */
final class MemoryPart {
    private static final int POWER_MIN = 4;
    /** Documents streamed before, so that classes, compiled code and a first heap are not counted. */
    private static final int WARM_UP = 100_000;

    private final Site site;
    private double first = Double.NaN;
    private double last = Double.NaN;

    private MemoryPart(Site site) {
        this.site = site;
    }

    /** Measures, prints, and returns how many times the peak of the shortest stream that of the longest was. */
    static double print(Site site) throws IOException {
        System.out.println("## Memory during a bulk insert\n\nResident memory of the server, after a first stream of "
                + Figures.text("%,d", WARM_UP) + " documents.\n");
        MarkdownTable table = new MarkdownTable("Documents", "a second", "before MiB", "peak MiB");
        MemoryPart part = new MemoryPart(site);
        for (int power = POWER_MIN; power <= site.memoryPower(); power++) {
            part.measure((long) Math.pow(10, power), table);
        }
        table.print();
        return part.last / part.first;
    }

    private void measure(long documents, MarkdownTable table) throws IOException {
        Progress.say("memory, %,d documents", documents);
        try (ServerProcess server = site.startServer()) {
            BulkInserts inserts = new BulkInserts(server, Site.traffic(server), 0);
            Progress.say("warm after %.1f s", inserts.stream(WARM_UP));
            double before = ProcessMemory.resident(server.handle());
            ProcessMemory.forgetPeak(server.handle());
            double seconds = inserts.stream(documents);
            last = ProcessMemory.peak(server.handle());
            first = Double.isNaN(first) ? last : first;
            table.row(
                    Figures.text("%,d", documents),
                    Figures.text("%,.0f", documents / seconds),
                    Figures.figure("%.0f", before),
                    Figures.figure("%.0f", last));
        }
    }
}
