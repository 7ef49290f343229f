package io.mintmark.cli;

import io.mintmark.server.Limits;
import picocli.CommandLine.Option;

/** How large one request may be. */
final class LimitOptions {
    @Option(
            names = "--limit-line",
            paramLabel = "SIZE",
            converter = Values.Size.class,
            description = "Longest request line: method, path and query. Default: 8k")
    private int lineBytes = Limits.DEFAULT.lineBytesMax();

    @Option(
            names = "--limit-headers",
            paramLabel = "SIZE",
            converter = Values.Size.class,
            description = "Most bytes of all header fields together. Default: 32k")
    private int headerBytes = Limits.DEFAULT.headerBytesMax();

    @Option(
            names = "--limit-body",
            paramLabel = "SIZE",
            converter = Values.Size.class,
            description = "Largest body, after decompression. Default: 64m")
    private int bodyBytes = Limits.DEFAULT.bodyBytesMax();

    @Option(
            names = "--limit-document",
            paramLabel = "SIZE",
            converter = Values.Size.class,
            description = "Largest single document, as JSON. Default: 16m")
    private int documentBytes = Limits.DEFAULT.documentBytesMax();

    @Option(
            names = "--limit-depth",
            paramLabel = "N",
            converter = Values.Count.class,
            description = "Deepest nesting of JSON objects and arrays. Default: 128")
    private int depth = Limits.DEFAULT.depthMax();

    @Option(
            names = "--limit-collection",
            paramLabel = "SIZE",
            converter = Values.Size.class,
            description = "Longest collection name, in bytes of UTF-8. Default: 256")
    private int collectionBytes = Limits.DEFAULT.collectionBytesMax();

    @Option(
            names = "--limit-database-name",
            paramLabel = "N",
            converter = Values.Count.class,
            description = "Longest database name, in characters. Default: 128")
    private int databaseNameChars = Limits.DEFAULT.databaseNameCharsMax();

    Limits limits() {
        return new Limits(lineBytes, headerBytes, bodyBytes, documentBytes, depth, collectionBytes, databaseNameChars);
    }
}
