package io.mintmark.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** Gzip that spends little time, for replies that are made once and read once. */
final class FastGzip extends GZIPOutputStream {
    private static final int LEVEL = 2;

    FastGzip(OutputStream out, int bufferBytes) throws IOException {
        super(out, bufferBytes);
        def.setLevel(LEVEL);
    }

    /** Frees what lies outside the heap without ending the stream, which {@link #close()} would do. */
    void release() {
        def.end();
    }
}
