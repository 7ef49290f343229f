package io.mintmark.fuzz.targets;

import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.web.body.ContentCoding;
import io.mintmark.web.body.InflationLimit;
import io.mintmark.web.jetty.input.StreamGzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.io.ByteBufferPool;

/** A body in gzip, whole and in pieces, beside the JDK's own reader. */
public final class GzipTarget implements FuzzTarget {
    private final Compressed compressed = new Compressed(
            ContentCoding.GZIP,
            target -> new StreamGzip(ByteBufferPool.NON_POOLING, InflationLimit.ofStream(Integer.MAX_VALUE), target));

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        int cut = input.octet();
        byte[] body = Compressed.body(input, ContentCoding.GZIP);
        byte[] read = compressed.check(cut, body);
        if (read != null) {
            asTheJdkReads(body, read);
        }
        compressed.checkRoundTrip(bytes);
    }

    private static void asTheJdkReads(byte[] body, byte[] read) {
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(body))) {
            Check.equalBytes(gzip.readAllBytes(), read, "a body holds what the JDK reads");
        } catch (IOException refused) {
            Check.that(refused.getMessage() != null, "a refusal says why");
        }
    }
}
