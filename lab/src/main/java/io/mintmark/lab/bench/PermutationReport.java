package io.mintmark.lab.bench;

import io.mintmark.lab.bench.generators.Catalogue;
import io.mintmark.lab.measure.Effort;

/** The cost of a permuted number on one core, by batch medians. */
final class PermutationReport {
    private PermutationReport() {}

    static void print(Effort effort) throws InterruptedException {
        BatchTable batches = new BatchTable(Catalogue.permutations(), effort);
        batches.measure(1);
        System.out.println("## Cost of a permuted number, one thread\n");
        batches.print(1, Catalogue.ATOMIC_LONG, Catalogue.FF1);
    }
}
