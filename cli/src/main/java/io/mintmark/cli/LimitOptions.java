package io.mintmark.cli;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.support.limits.Limits;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How large one request may be, how much of everything the server bears at once, and how slow a client may be. */
final class LimitOptions {
    private static final Limits DEFAULT = Limits.DEFAULT;

    @Option(
            names = "--limit-line",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Longest request line: method, path and query. Default: ${DEFAULT-VALUE}")
    private int lineBytes = DEFAULT.sizes().lineBytesMax();

    @Option(
            names = "--limit-headers",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Most bytes of all header fields together. Default: ${DEFAULT-VALUE}")
    private int headerBytes = DEFAULT.sizes().headerBytesMax();

    @Option(
            names = "--limit-body",
            paramLabel = "SIZE",
            converter = Amounts.Size.class,
            description =
                    "Largest body, after decompression; by default less with a small heap. Default: ${DEFAULT-VALUE}")
    private int bodyBytes = DEFAULT.sizes().bodyBytesMax();

    @Option(
            names = "--limit-document",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Largest single document, as JSON. Default: ${DEFAULT-VALUE}")
    private int documentBytes = DEFAULT.sizes().documentBytesMax();

    @Option(
            names = "--limit-depth",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "Deepest nesting of JSON objects and arrays. Default: ${DEFAULT-VALUE}")
    private int depth = DEFAULT.sizes().depthMax();

    @Option(
            names = "--limit-collection",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Longest collection name, in bytes of UTF-8. Default: ${DEFAULT-VALUE}")
    private int collectionBytes = DEFAULT.sizes().collectionBytesMax();

    @Option(
            names = "--limit-database-name",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "Longest database name, in characters. Default: ${DEFAULT-VALUE}")
    private int databaseNameChars = DEFAULT.sizes().databaseNameCharsMax();

    @Option(
            names = "--limit-connections",
            paramLabel = "N",
            converter = Amounts.Count.class,
            description = "Most open connections; one more is closed at once. Default: ${DEFAULT-VALUE}")
    private int connections = DEFAULT.connections().max();

    @Option(
            names = "--limit-connections-per-address",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "Most open connections of one address (IPv6: of one /64). Default: ${DEFAULT-VALUE}")
    private int connectionsPerAddress = DEFAULT.connections().perAddressMax();

    @Option(
            names = "--limit-requests",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description =
                    "Most small requests at work at once, those that wait for the disk included, and half as many large ones"
                            + " in addition. Default: ${DEFAULT-VALUE}")
    private int requests = DEFAULT.requests().max();

    @Option(
            names = "--limit-waiting",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description =
                    "Most small requests that wait for their turn, and half as many large ones; one more is answered 503."
                            + " Default: ${DEFAULT-VALUE}")
    private int waiting = DEFAULT.requests().waitingMax();

    @Option(
            names = "--limit-wait",
            paramLabel = "PERIOD",
            hidden = true,
            converter = Amounts.Period.class,
            description = "Longest wait for a turn, or for room before a writer; then 503. Default: ${DEFAULT-VALUE}")
    private Duration wait = DEFAULT.requests().waitMax();

    @Option(
            names = "--limit-memory",
            paramLabel = "SIZE",
            converter = Amounts.LargeSize.class,
            description = "Most bytes that all bodies and replies hold together; more is answered 503."
                    + " Default: a quarter of the heap, at least 3 x --limit-body")
    private long memoryBytes = DEFAULT.memoryBytes();

    @Option(
            names = "--limit-head-time",
            paramLabel = "PERIOD",
            hidden = true,
            converter = Amounts.Period.class,
            description = "Longest time for a request's line and header fields. Default: ${DEFAULT-VALUE}")
    private Duration head = DEFAULT.pace().headMax();

    @Option(
            names = "--limit-idle",
            paramLabel = "PERIOD",
            hidden = true,
            converter = Amounts.Period.class,
            description = "Longest silence of a connection. Default: ${DEFAULT-VALUE}")
    private Duration idle = DEFAULT.pace().idleMax();

    @Option(
            names = "--limit-rate",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Slowest rate of a body or of reading a reply, in bytes a second. Default: ${DEFAULT-VALUE}")
    private int bytesPerSecond = DEFAULT.pace().bytesPerSecondMin();

    @Option(
            names = "--limit-grace",
            paramLabel = "PERIOD",
            hidden = true,
            converter = Amounts.Period.class,
            description = "How long a body or reply may take before its rate counts. Default: ${DEFAULT-VALUE}")
    private Duration grace = DEFAULT.pace().grace();

    @Option(
            names = "--limit-queued-writes",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "Most pieces of work that wait for one database's writer. Default: ${DEFAULT-VALUE}")
    private int queuedWrites = DEFAULT.writes().max();

    @Option(
            names = "--limit-queued-bytes",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.LargeSize.class,
            description = "Most bytes of documents that wait for one database's writer. Default: ${DEFAULT-VALUE}")
    private long queuedBytes = DEFAULT.writes().bytesMax();

    @Option(
            names = "--limit-open-databases",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "Most databases open at once; to open one more, the one that was idle longest is closed."
                    + " Default: what the file limit and the heap allow, 4 to 1000")
    private int openDatabases = DEFAULT.databases().openMax();

    @Option(
            names = "--limit-database-idle",
            paramLabel = "PERIOD",
            hidden = true,
            converter = Amounts.Period.class,
            description = "How long a database that nobody uses stays open. Default: ${DEFAULT-VALUE}")
    private Duration databaseIdle = DEFAULT.databases().idleMax();

    Limits limits() {
        return new Limits(
                new Limits.Sizes(
                        lineBytes, headerBytes, bodyBytes, documentBytes, depth, collectionBytes, databaseNameChars),
                new Limits.Connections(connections, connectionsPerAddress),
                new Limits.Requests(requests, waiting, wait),
                new Limits.Pace(head, idle, bytesPerSecond, grace),
                new Limits.Writes(queuedWrites, queuedBytes),
                new Limits.Databases(openDatabases, databaseIdle),
                memoryBytes);
    }
}
