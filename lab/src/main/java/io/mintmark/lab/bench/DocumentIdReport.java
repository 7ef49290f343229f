package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.measure.Effort;

/** The cost of a document id at one and two threads, by batch medians; JMH tells the bytes. */
final class DocumentIdReport {
    private DocumentIdReport() {}

    static void print(Effort effort) throws InterruptedException {
        BatchTable batches = new BatchTable(Catalogue.documentIds(), effort);
        batches.measure(1, 2);
        System.out.println("## Cost of a document id, one thread\n");
        batches.print(1, "concat-id", Catalogue.RAVENDB_ID);
        System.out.println("## Cost of a document id, two threads\n");
        batches.print(2, "concat-id", Catalogue.RAVENDB_ID);
        System.out.println("## Garbage of a document id, one thread\n");
        JmhReport.printGarbage(effort);
    }
}
