package io.mintmark.fuzz.targets;

import com.github.luben.zstd.ZstdInputStream;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.web.body.ContentCoding;
import io.mintmark.web.body.InflationLimit;
import io.mintmark.web.body.ZstdInflater;
import io.mintmark.web.jetty.input.StreamZstd;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** A body in zstd, whole and in pieces, beside the library's own reader. */
public final class ZstdTarget implements FuzzTarget {
    private final Compressed compressed = new Compressed(
            ContentCoding.ZSTD,
            target -> new StreamZstd(
                    ZstdInflater.ofStream(Compressed.claim()), InflationLimit.ofStream(Integer.MAX_VALUE), target));

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        int cut = input.octet();
        byte[] body = Compressed.body(input, ContentCoding.ZSTD);
        byte[] read = compressed.check(cut, body);
        if (read != null) {
            asTheLibraryReads(body, read);
        }
        compressed.checkRoundTrip(bytes);
    }

    /** The library refuses a body without an end, which a client of RavenDB sends. */
    private static void asTheLibraryReads(byte[] body, byte[] read) {
        try (ZstdInputStream zstd = new ZstdInputStream(new ByteArrayInputStream(body))) {
            Check.equalBytes(zstd.readAllBytes(), read, "a body holds what the library reads");
        } catch (IOException refused) {
            Check.that(refused.getMessage() != null, "a refusal says why");
        }
    }
}
