package io.mintmark.web.jetty;

import io.mintmark.web.admission.RequestResources;
import io.mintmark.web.body.ContentCoding;
import io.mintmark.web.jetty.input.BodyReader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A body that is read whole before its request asks for a permit, and inflated under that permit. */
final class WholeBody {
    /** A request with a larger body is more work than those that wait among the small. */
    private static final int SMALL_BYTES = 4 << 10;

    private final RequestResources resources;
    private final int bytesMax;
    private byte[] bytes;
    private @Nullable ContentCoding coding;

    private WholeBody(Exchange exchange, byte[] bytes, @Nullable ContentCoding coding) {
        this.resources = exchange.resources;
        this.bytesMax = exchange.handler.sizes().bodyBytesMax();
        this.bytes = bytes;
        this.coding = coding;
    }

    /**
     * Reads the body of {@code exchange} as it arrives; throws if its head alone is reason to refuse it.
     *
     * @param whenWhole gets the body, and nobody waits for the client any longer
     * @param whenNot gets what failed or refused it instead
     */
    static void read(Exchange exchange, Consumer<WholeBody> whenWhole, Consumer<Throwable> whenNot) {
        RequestHeads.checkLength(exchange.raw, exchange.handler.sizes());
        ContentCoding coding = RequestHeads.coding(exchange.raw);
        int bytesMax = exchange.handler.sizes().bodyBytesMax();
        Consumer<byte[]> whole = bytes -> {
            workBegins(exchange.resources);
            whenWhole.accept(new WholeBody(exchange, bytes, coding));
        };
        new BodyReader(exchange.raw, bytesMax, exchange.resources, whole, whenNot).run();
    }

    /** Ends the wait for the client, unless the reaper just did. */
    private static void workBegins(RequestResources resources) {
        if (!resources.progress().workBegins()) {
            throw BodyReader.tooSlow();
        }
    }

    /** Returns whether it is more work than the small ones, as far as it says while it is compressed. */
    boolean isLarge() {
        return bytes.length > SMALL_BYTES || (coding != null && coding.bytesPromised(bytes) > SMALL_BYTES);
    }

    /** Returns the body after decompression, or refuses it. */
    byte[] inflated() {
        if (coding != null) {
            byte[] whole = coding.inflate(bytes, bytesMax, resources.memory());
            resources.memory().add(-bytes.length);
            bytes = whole;
            coding = null;
        }
        return bytes;
    }
}
