package io.mintmark.web.jetty.input;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.admission.RequestResources;
import io.mintmark.web.admission.TransferProgress;
import io.mintmark.web.body.BodyBuffer;
import io.mintmark.web.http.ApiException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * Reads one body as it arrives. While nothing arrives no thread waits: Jetty calls {@link #run()} again when there is
 * more. Jetty never runs it twice at once.
 *
 * <p>A large body that comes as fast as it is read is read by several threads, one after the other: all other
 * connections may wait for the first one.
 *
 * <p>A body for which there is no memory is read to its end all the same and forgotten on the way, because a client
 * that is still sending when its connection is closed would never see the refusal.
 */
public final class BodyReader implements Runnable {
    /** How much is read, and joined, by the thread that found the bytes. */
    static final int BYTES_AT_ONCE = 256 << 10;

    private enum Read {
        ALL_THAT_CAME,
        ENOUGH_AT_ONCE,
        TO_THE_END
    }

    private final Content.Source source;
    private final int bytesMax;
    private final BodyBuffer buffer;
    private final TransferProgress progress;
    private final Executor executor;
    private final Consumer<byte[]> whenWhole;
    private final Consumer<Throwable> whenNot;
    private @Nullable ApiException refusal;
    private long forgotten;

    /**
     * Reads from {@code source}.
     *
     * @param whenWhole gets the body
     * @param whenNot gets what failed or refused it instead
     */
    public BodyReader(
            Content.Source source,
            int bytesMax,
            RequestResources resources,
            Consumer<byte[]> whenWhole,
            Consumer<Throwable> whenNot) {
        this.source = source;
        this.bytesMax = bytesMax;
        // A promised length reserves little memory until the bytes are there.
        long trusted = Math.max(0, Math.min(source.getLength(), MemoryClaim.BYTES_FREE));
        this.buffer = new BodyBuffer(bytesMax, (int) trusted, resources.memory());
        this.progress = resources.progress();
        this.executor = resources.executor();
        this.whenWhole = whenWhole;
        this.whenNot = whenNot;
    }

    @Override
    public void run() {
        try {
            switch (readWhatIsThere()) {
                case ALL_THAT_CAME -> source.demand(this);
                case ENOUGH_AT_ONCE -> executor.execute(this);
                case TO_THE_END -> end();
            }
        } catch (Throwable t) {
            // Jetty would end the request, but not give back what was claimed for it.
            whenNot.accept(t);
        }
    }

    private Read readWhatIsThere() {
        int read = 0;
        while (read < BYTES_AT_ONCE) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                return Read.ALL_THAT_CAME;
            }
            if (Content.Chunk.isFailure(chunk)) {
                throw broken(chunk.getFailure(), progress.wasSlow());
            }
            try {
                read += chunk.remaining();
                progress.received(chunk.remaining());
                keep(chunk.getByteBuffer());
            } finally {
                chunk.release();
            }
            if (chunk.isLast()) {
                return Read.TO_THE_END;
            }
        }
        return Read.ENOUGH_AT_ONCE;
    }

    private void end() {
        if (refusal != null) {
            whenNot.accept(refusal);
        } else if (buffer.length() > BYTES_AT_ONCE) {
            executor.execute(this::handOver);
        } else {
            whenWhole.accept(buffer.bytes());
        }
    }

    private void handOver() {
        try {
            whenWhole.accept(buffer.bytes());
        } catch (Throwable t) {
            whenNot.accept(t);
        }
    }

    private void keep(ByteBuffer bytes) {
        if (refusal == null) {
            try {
                buffer.append(bytes);
            } catch (ApiException e) {
                if (e.type() != ErrorType.OVERLOADED) {
                    throw e;
                }
                refusal = e;
                forgotten = buffer.forget();
            }
        }
        forgotten += bytes.remaining();
        if (forgotten > bytesMax) {
            throw BodyBuffer.tooLarge(bytesMax, "more");
        }
    }

    /** Returns the refusal of a body that the reaper ended. */
    public static ApiException tooSlow() {
        return unreadable("it came too slowly");
    }

    /** Returns the refusal of a body whose rest did not come. */
    static ApiException broken(Throwable failure, boolean slow) {
        if (slow) {
            return tooSlow();
        }
        String why = "it ended early";
        if (failure instanceof TimeoutException) {
            why = "nothing arrived for too long";
        } else if (failure instanceof HttpException http && http.getReason() != null) {
            why = http.getReason();
        }
        return unreadable(why);
    }

    private static ApiException unreadable(String why) {
        return new ApiException(
                ErrorType.BAD_REQUEST, "The request body could not be read: " + Printable.brief(why) + ".");
    }
}
