package io.mintmark.server.jetty;

import io.mintmark.server.admission.RequestResources;
import io.mintmark.server.body.GzipBody;
import java.util.function.Consumer;

/** A body that is read whole before its request asks for a permit, and inflated under that permit. */
final class WholeBody {
    /** A request with a larger body is more work than those that wait among the small. */
    private static final int SMALL_BYTES = 4 << 10;

    private final RequestResources resources;
    private final int bytesMax;
    private byte[] bytes;
    private boolean gzip;

    private WholeBody(Exchange exchange, byte[] bytes, boolean gzip) {
        this.resources = exchange.resources;
        this.bytesMax = exchange.handler.limits().bodyBytesMax();
        this.bytes = bytes;
        this.gzip = gzip;
    }

    /**
     * Reads the body of {@code exchange} as it arrives; throws if its head alone is reason to refuse it.
     *
     * @param whenWhole gets the body, and nobody waits for the client any longer
     * @param whenNot gets what failed or refused it instead
     */
    static void read(Exchange exchange, Consumer<WholeBody> whenWhole, Consumer<Throwable> whenNot) {
        RequestHead.checkLength(exchange.raw, exchange.handler.limits());
        boolean gzip = RequestHead.isGzip(exchange.raw);
        int bytesMax = exchange.handler.limits().bodyBytesMax();
        Consumer<byte[]> whole = bytes -> {
            workBegins(exchange.resources);
            whenWhole.accept(new WholeBody(exchange, bytes, gzip));
        };
        new BodyReader(exchange.raw, bytesMax, exchange.resources, whole, whenNot).run();
    }

    /** Ends the wait for the client, unless the reaper just did. */
    private static void workBegins(RequestResources resources) {
        if (!resources.progress().workBegins()) {
            throw BodyReader.tooSlow();
        }
    }

    /** Returns whether it is more work than the small ones, as far as its end says while it is compressed. */
    boolean isLarge() {
        return bytes.length > SMALL_BYTES || (gzip && GzipBody.bytesPromised(bytes) > SMALL_BYTES);
    }

    /** Returns the body after decompression, or refuses it. */
    byte[] inflated() {
        if (gzip) {
            byte[] whole = GzipBody.inflate(bytes, bytesMax, resources.memory());
            resources.memory().add(-bytes.length);
            bytes = whole;
            gzip = false;
        }
        return bytes;
    }
}
