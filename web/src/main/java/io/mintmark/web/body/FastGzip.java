package io.mintmark.web.body;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Gzip that spends little time, for replies that are made once and read once. */
final class FastGzip extends GZIPOutputStream implements Compression {
    private static final int LEVEL = 2;
    private static final int BUFFER_BYTES = 32 << 10;

    FastGzip(OutputStream out, int bufferBytes) throws IOException {
        super(out, bufferBytes);
        def.setLevel(LEVEL);
    }

    /** Returns {@code body} compressed. */
    static byte[] compress(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 2);
        try (FastGzip gzip = new FastGzip(bytes, Math.max(1, Math.min(body.length, BUFFER_BYTES)))) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("memory could not be written", e);
        }
        return bytes.toByteArray();
    }

    @Override
    public OutputStream stream() {
        return this;
    }

    /** Does not end the stream, which {@link #close()} would do. */
    @Override
    public void release() {
        def.end();
    }
}
