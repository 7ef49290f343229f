package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A range is served by few types, from the socket to COMMIT and back; what only others need, its request does not meet. */
class RequestPathTest {
    /** Most types through which the request goes, and most of all types that are met on its way. */
    private static final int STEPS_MAX = 55;

    private static final int TYPES_MAX = 134;

    /** Jetty calls each of them: nothing else lets it read fairly, or see how a request line was written. */
    private static final Set<String> READ = Set.of(
            "web.jetty.FrontEnd",
            "web.jetty.ReadSlice",
            "web.jetty.FrontEnd$ReadingCallback",
            "web.jetty.FrontConnection",
            "web.jetty.FrontConnection$WatchingParser",
            "web.jetty.FrontConnection$TargetHandler",
            "web.jetty.FrontConnection$Client",
            "web.jetty.JettyHandler");
    /** They wait for input and hand it to a thread on Java 21 and newer, and open and close connections beside requests. */
    private static final Set<String> CONNECTED =
            Set.of("web.jetty.FrontConnector", "web.jetty.HttpThreads", "web.admission.AdmissionControl");
    /** The request, the rules for its head, and the place to which it leads. */
    private static final Set<String> UNDERSTOOD = Set.of(
            "web.jetty.Exchange", "web.jetty.RequestHeads", "web.http.Router", "web.http.Request", "web.http.Query");
    /** Whether it may work now, beside all others; where nobody waits, no line of those who do. */
    private static final Set<String> ADMITTED = Set.of(
            "web.admission.ClientConnection",
            "web.admission.RequestResources",
            "web.admission.PermitQueue",
            "web.admission.Permit",
            "support.FairShare");
    /** Whether its host and origin may ask, and its sender, and what goes around every endpoint. */
    private static final Set<String> JUDGED =
            Set.of("web.access.WebGate", "server.ServedEndpoints", "web.access.AccessControl");
    /** Whether its database is open and well, so that it waits for nothing. */
    private static final Set<String> OPEN = Set.of(
            "server.numbers.HiLoEndpoints",
            "server.databases.Databases",
            "server.databases.Database",
            "storage.lifecycle.StorageOnDemand",
            "storage.group.NodeRangeStorage",
            "storage.group.WrittenStorage",
            "storage.group.StorageWriter",
            "storage.group.GroupCommitWriter");
    /** What it asks for, and of which database. */
    private static final Set<String> MEANT = Set.of(
            "server.numbers.HiLoEndpoints",
            "server.numbers.DatabaseNumbers",
            "server.databases.Databases",
            "server.databases.Database");
    /** From an endpoint to the database's writer, in its turn, and what waits for it meanwhile. */
    private static final Set<String> QUEUED = Set.of(
            "storage.lifecycle.StorageOnDemand",
            "storage.group.NodeRangeStorage",
            "storage.group.NodeRanges",
            "storage.group.AheadCounter",
            "storage.group.CounterGate",
            "storage.group.GatedWork",
            "storage.group.WrittenStorage",
            "storage.group.StorageWriter",
            "storage.group.RowsWork",
            "storage.group.GroupCommitWriter",
            "storage.group.PendingWork",
            "storage.group.WriteQueue",
            "support.FairQueue",
            "web.http.LaterReply");
    /** What it comes to, and the rows that its group writes before COMMIT. */
    private static final Set<String> WRITTEN = Set.of(
            "storage.group.GroupFilling",
            "storage.evaluation.HiLoWork",
            "storage.row.Counter",
            "storage.row.GroupRows",
            "storage.sqlite.write.SqliteGroupStore",
            "storage.sqlite.write.WriteTransaction",
            "storage.sqlite.write.WriterState",
            "storage.sqlite.write.StoredCounters",
            "storage.sqlite.write.CounterRow",
            "storage.sqlite.write.StoredLeases");
    /** The way back, once its group is on stable storage. */
    private static final Set<String> ANSWERED = Set.of(
            "storage.group.CommitCallbacks",
            "storage.group.CommitCallbacks$Batch",
            "server.numbers.RangeReplies",
            "web.http.Reply",
            "server.RefreshHeaders",
            "web.jetty.ReplyWriter");
    /** What is handed along: values, and arithmetic over them, which know neither disk nor network. */
    private static final Set<String> VALUES = together(
            Set.of(
                    "counter.NumberSlice",
                    "counter.OpenLease",
                    "counter.RangeSize",
                    "counter.Reservation",
                    "document.DocumentId",
                    "document.IdCharacters",
                    "document.IdRules",
                    "document.IdentityPartsSeparator",
                    "document.KeyForm",
                    "document.NodeTag",
                    "internal.Printable",
                    "internal.Ticker",
                    "internal.Uninterruptibly",
                    "protocol.RavenTime"),
            Set.of(
                    "support.Party",
                    "web.admission.PermitQueue$Bounds",
                    "web.http.Destination",
                    "web.http.Query$Parameter",
                    "web.http.Reply$Field",
                    "support.Json",
                    "server.databases.ClientConfiguration",
                    "storage.DatabaseEntry",
                    "storage.group.AheadCounter$Outcome",
                    "storage.group.CounterGate$Entrant",
                    "storage.lease.LeaseKind",
                    "storage.write.CounterName",
                    "storage.write.Holder",
                    "storage.write.Lease",
                    "storage.write.RangeRequest",
                    "storage.write.Write",
                    "support.limits.Limits",
                    "support.limits.Limits$Requests",
                    "storage.lifecycle.StorageOnDemand$Known",
                    "storage.row.LeaseRow",
                    "storage.row.LeaseRow$Details",
                    "storage.row.RowsOwner",
                    "storage.row.Ticks",
                    "storage.sqlite.file.RowChecksum",
                    "storage.sqlite.file.StateRow",
                    "storage.sqlite.write.WriteTransaction$Context"));
    /** What counts, keeps house or listens, and is told or asked in passing, once for a request or a group. */
    private static final Set<String> BESIDE = Set.of(
            "server.Metrics$Route",
            "web.admission.TransferProgress",
            "web.admission.WaitingPermits",
            "server.changes.ChangeFeed",
            "server.databases.FollowedChanges",
            "server.databases.ClientConfigurations",
            "server.indexing.DatabaseIndexes",
            "server.indexing.IndexThreads",
            "web.jetty.RequestLog",
            "web.jetty.input.HeldReplies",
            "server.numbers.NumberCounts",
            "server.numbers.NumberCounts$Counter",
            "server.numbers.NumberCounts$Kind",
            "server.numbers.BusiestTallies",
            "server.numbers.BusiestTallies$Tally",
            "storage.StorageEngine",
            "storage.write.Growth",
            "storage.group.GroupStore",
            "storage.group.ReservationRate",
            "storage.row.CollectionMemory",
            "storage.row.GroupChanges",
            "storage.row.GroupCounterRows",
            "storage.row.GroupIndexes",
            "storage.row.GroupTable",
            "storage.row.GroupTables",
            "storage.row.LeaseSerials",
            "storage.row.UndoLog",
            "storage.sqlite.file.LogCopying",
            "storage.sqlite.write.CounterMemory",
            "storage.sqlite.write.GroupAdvance",
            "storage.sqlite.write.GrowthSampling",
            "storage.sqlite.write.LeasePruning",
            "storage.sqlite.write.StoredCollections",
            "storage.sqlite.write.StoredCuts",
            "storage.sqlite.write.StoredDocuments",
            "storage.sqlite.write.StoredIdentities",
            "storage.sqlite.write.StoredIndexes",
            "storage.sqlite.write.StoredRows",
            "storage.sqlite.write.WriterStatements$Kept");

    private static RequestPath.Met met;

    @BeforeAll
    static void watch(@TempDir Path directory) throws Exception {
        met = RequestPath.ofHiLoNext(directory);
    }

    @Test
    void shouldMeetNoMoreTypesThanItNeedsBeforeItsEndpoint() {
        assertThat(met.beforeTheEndpoint())
                .containsAll(UNDERSTOOD.stream()
                        .filter(type -> !type.endsWith(".Query"))
                        .toList())
                .isSubsetOf(together(READ, CONNECTED, UNDERSTOOD, OPEN, ADMITTED, JUDGED, VALUES));
    }

    @Test
    void shouldMeetNoMoreTypesThanItNeedsFromSocketToCommitAndBack() {
        Set<String> steps = together(READ, UNDERSTOOD, ADMITTED, JUDGED, MEANT, QUEUED, WRITTEN, ANSWERED);
        Set<String> all = new TreeSet<>(met.all());
        all.removeAll(CONNECTED);

        assertThat(all).containsAll(WRITTEN).isSubsetOf(together(steps, VALUES, BESIDE));
        assertThat(all.size()).as("types on the way: %s", all).isLessThanOrEqualTo(TYPES_MAX);
        all.retainAll(steps);
        assertThat(all.size()).as("steps of the way: %s", all).isLessThanOrEqualTo(STEPS_MAX);
    }

    @SafeVarargs
    private static Set<String> together(Set<String>... sets) {
        return Arrays.stream(sets).flatMap(Collection::stream).collect(Collectors.toUnmodifiableSet());
    }
}
