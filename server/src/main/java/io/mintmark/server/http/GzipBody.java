package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.eclipse.jetty.http.HttpField;

/** Content codings of request bodies: gzip is read, within the limit; everything else is refused by name. */
final class GzipBody {
    private static final int CHUNK_BYTES = 16 << 10;

    private GzipBody() {}

    /** Tells whether a body with these {@code Content-Encoding} fields is gzip; refuses codings not read here. */
    static boolean isGzip(List<HttpField> encodings) {
        boolean gzip = false;
        for (HttpField field : encodings) {
            for (String coding : field.getValues()) {
                if (coding.isBlank() || coding.equalsIgnoreCase("identity")) {
                    continue;
                }
                if (gzip || !(coding.equalsIgnoreCase("gzip") || coding.equalsIgnoreCase("x-gzip"))) {
                    throw unsupported(coding);
                }
                gzip = true;
            }
        }
        return gzip;
    }

    /** Returns how many bytes the end of {@code gzip} says it holds (RFC 1952, ISIZE), which need not be true. */
    static long bytesPromised(byte[] gzip) {
        int at = gzip.length - Integer.BYTES;
        if (at < 0) {
            return 0;
        }
        long promised = 0;
        for (int i = Integer.BYTES - 1; i >= 0; i--) {
            promised = promised << Byte.SIZE | gzip[at + i] & 0xFF;
        }
        return promised;
    }

    /**
     * Returns what {@code gzip} holds, or refuses it as soon as it holds more than {@code bytesMax}, than can be claimed, or
     * than makes sense.
     */
    static byte[] inflate(byte[] gzip, int bytesMax, MemoryClaim claim) {
        BodyBuffer inflated = new BodyBuffer(bytesMax, CHUNK_BYTES, claim);
        InflationLimit growth = InflationLimit.ofABody(gzip.length);
        byte[] chunk = new byte[CHUNK_BYTES];
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip), CHUNK_BYTES)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                inflated.append(chunk, read);
                growth.inflated(read);
            }
        } catch (ZipException | EOFException e) {
            throw notGzip();
        } catch (IOException e) {
            throw new IllegalStateException("memory could not be read", e);
        }
        return inflated.bytes();
    }

    static ApiException notGzip() {
        return new ApiException(ErrorType.BAD_REQUEST, "The request body is not the gzip that its header promises.");
    }

    private static ApiException unsupported(String coding) {
        return new ApiException(
                ErrorType.UNSUPPORTED_ENCODING,
                "The Content-Encoding of a request body must be gzip or identity: '" + Printable.brief(coding) + "'.");
    }
}
