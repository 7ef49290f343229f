package io.mintmark.server.http;

import io.mintmark.protocol.ErrorType;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;

/**
 * Reads one body as it arrives. While nothing arrives no thread waits: Jetty calls {@link #run()} again when there is
 * more. Jetty never runs it twice at once.
 */
final class BodyReader implements Runnable {
    private static final int BYTES_TRUSTED = 64 << 10;

    private final Content.Source source;
    private final BodyBuffer buffer;
    private final Consumer<byte[]> whenWhole;
    private final Consumer<ApiException> whenRefused;

    BodyReader(Content.Source source, int bytesMax, Consumer<byte[]> whenWhole, Consumer<ApiException> whenRefused) {
        this.source = source;
        // A promised length reserves little memory until the bytes are there.
        this.buffer = new BodyBuffer(bytesMax, (int) Math.max(0, Math.min(source.getLength(), BYTES_TRUSTED)));
        this.whenWhole = whenWhole;
        this.whenRefused = whenRefused;
    }

    @Override
    public void run() {
        try {
            if (readWhatIsThere()) {
                whenWhole.accept(buffer.bytes());
            } else {
                source.demand(this);
            }
        } catch (ApiException e) {
            whenRefused.accept(e);
        }
    }

    /** Returns true once the body is complete, false when more has to arrive first. */
    private boolean readWhatIsThere() {
        while (true) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                return false;
            }
            if (Content.Chunk.isFailure(chunk)) {
                throw broken(chunk.getFailure());
            }
            try {
                buffer.append(chunk.getByteBuffer());
            } finally {
                chunk.release();
            }
            if (chunk.isLast()) {
                return true;
            }
        }
    }

    static ApiException broken(Throwable failure) {
        String why = "it ended early";
        if (failure instanceof TimeoutException) {
            why = "nothing arrived for too long";
        } else if (failure instanceof HttpException http && http.getReason() != null) {
            why = http.getReason();
        }
        return new ApiException(ErrorType.BAD_REQUEST, "The request body could not be read: " + Shown.brief(why) + ".");
    }
}
