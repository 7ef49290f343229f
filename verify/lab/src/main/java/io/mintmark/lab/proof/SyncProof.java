package io.mintmark.lab.proof;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.LabCommand;
import io.mintmark.lab.report.Machine;
import io.mintmark.lab.report.MarkdownTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code verify/lab/sync-proof}: watches four servers write and reports which of them answered too early.
 */
@Command(
        name = "verify/lab/sync-proof",
        description = {
            "Sends writes one after the other to a server under strace, and judges for each whether the write-ahead log",
            "was synced between the request and its reply, or before the request for ranges of numbers reserved ahead.",
            "Four servers: the shipped jar, with and without such ranges; the same server as the lab puts it together;",
            "and that one over a driver that claims synchronous=FULL and sets NORMAL, which must be caught."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every acknowledgement followed a sync, and the twin was caught",
            "1:an acknowledgement came too early, or the twin was not caught"
        })
final class SyncProof extends LabCommand {
    private static final int SHOWN = 0;
    private static final int REFUTED = 1;

    @Option(names = "--requests", paramLabel = "N", description = "How many writes each server gets. Default: 2000")
    private int requests = 2_000;

    private final MarkdownTable table = new MarkdownTable(
            "Server", "acknowledged", "syncs of the log", "after a sync", "of them ahead", "without", "verdict");

    @Override
    protected int measure(WorkDirectory directory, Conditions conditions) throws IOException {
        conditions
                .add("Store", Machine.version("org.sqlite.JDBC"))
                .add("Writes", requests + " a server: ranges, identities, documents and batches in turn");
        boolean each = watch("shipped jar, --no-ranges-ahead", eachAlone(directory), directory, false, true);
        boolean shipped = watch(
                "shipped jar", ServerProcess.shipped(script(), directory.fresh("shipped")), directory, true, true);
        boolean honest = watch("the same in the lab", labs(TwinServer.HONEST, directory), directory, true, true);
        boolean twin =
                watch("twin: driver says FULL, sets NORMAL", labs(TwinServer.LYING, directory), directory, true, false);
        conditions.print();
        table.print();
        return each && shipped && honest && twin ? SHOWN : REFUTED;
    }

    private List<String> eachAlone(WorkDirectory directory) throws IOException {
        List<String> command = new ArrayList<>(ServerProcess.shipped(script(), directory.fresh("each")));
        command.add("--no-ranges-ahead");
        return command;
    }

    private static List<String> labs(String driver, WorkDirectory directory) throws IOException {
        return ServerProcess.labs(
                TwinServer.class, driver, directory.fresh(driver).toString());
    }

    /** Returns whether a server behaved as it should. */
    private boolean watch(
            String title, List<String> command, WorkDirectory directory, boolean rangesAhead, boolean shouldSync)
            throws IOException {
        Progress.say("watching %s", title);
        SyncAnalysis.Finding finding = TracedServer.watch(command, rangesAhead, requests, directory);
        if (shouldSync) {
            finding.examples().forEach(example -> Progress.say("too early: %s", example));
        }
        boolean whole = finding.acknowledged() == requests;
        boolean asExpected = whole && (finding.unsynced() == 0) == shouldSync;
        table.row(
                title,
                finding.acknowledged(),
                finding.syncs(),
                finding.synced(),
                finding.ahead(),
                finding.unsynced(),
                verdict(whole, shouldSync, asExpected));
        return asExpected;
    }

    private String verdict(boolean whole, boolean shouldSync, boolean asExpected) {
        if (!whole) {
            return "**the trace must show all " + requests + " acknowledgements**";
        }
        if (shouldSync) {
            return asExpected ? "durable" : "**acknowledged too early**";
        }
        return asExpected ? "caught" : "**not caught: the proof proves nothing**";
    }
}
