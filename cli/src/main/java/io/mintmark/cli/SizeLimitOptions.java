package io.mintmark.cli;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.server.limits.Limits;
import picocli.CommandLine.Option;

/** How large one request may be. */
final class SizeLimitOptions {
    @Option(
            names = "--limit-line",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Longest request line: method, path and query. Default: ${DEFAULT-VALUE}")
    private int lineBytes = Limits.DEFAULT.sizes().lineBytesMax();

    @Option(
            names = "--limit-headers",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Most bytes of all header fields together. Default: ${DEFAULT-VALUE}")
    private int headerBytes = Limits.DEFAULT.sizes().headerBytesMax();

    @Option(
            names = "--limit-body",
            paramLabel = "SIZE",
            converter = Amounts.Size.class,
            description =
                    "Largest body, after decompression; by default less with a small heap. Default: ${DEFAULT-VALUE}")
    private int bodyBytes = Limits.DEFAULT.sizes().bodyBytesMax();

    @Option(
            names = "--limit-document",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Largest single document, as JSON. Default: ${DEFAULT-VALUE}")
    private int documentBytes = Limits.DEFAULT.sizes().documentBytesMax();

    @Option(
            names = "--limit-depth",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "Deepest nesting of JSON objects and arrays. Default: ${DEFAULT-VALUE}")
    private int depth = Limits.DEFAULT.sizes().depthMax();

    @Option(
            names = "--limit-collection",
            paramLabel = "SIZE",
            hidden = true,
            converter = Amounts.Size.class,
            description = "Longest collection name, in bytes of UTF-8. Default: ${DEFAULT-VALUE}")
    private int collectionBytes = Limits.DEFAULT.sizes().collectionBytesMax();

    @Option(
            names = "--limit-database-name",
            paramLabel = "N",
            hidden = true,
            converter = Amounts.Count.class,
            description = "Longest database name, in characters. Default: ${DEFAULT-VALUE}")
    private int databaseNameChars = Limits.DEFAULT.sizes().databaseNameCharsMax();

    Limits.Sizes sizes() {
        return new Limits.Sizes(
                lineBytes, headerBytes, bodyBytes, documentBytes, depth, collectionBytes, databaseNameChars);
    }
}
