package io.mintmark.web.jetty;

import io.mintmark.web.admission.Permit;
import io.mintmark.web.admission.RequestResources;
import io.mintmark.web.body.ReplyPieces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Sends a long body piece by piece. While the client does not read, no thread waits: the next piece is made, under a
 * permit of its own, when the last one was sent.
 *
 * <p>A write either ends before {@link #write} looks, which then goes on, or after it, and then its end asks for
 * another permit; {@link #writing} decides which of the two it was.
 */
final class ReplySender implements Callback {
    private enum Writing {
        BEGUN,
        ENDED,
        AWAITED
    }

    private final Response response;
    private final Callback whole;
    private final ReplyPieces pieces;
    private final RequestResources resources;
    private final AtomicReference<Writing> writing = new AtomicReference<>(Writing.ENDED);
    private long pieceBytes;

    ReplySender(Response response, Callback whole, ReplyPieces pieces, RequestResources resources) {
        this.response = response;
        this.whole = whole;
        this.pieces = pieces;
        this.resources = resources;
    }

    /** Sends what can be sent at once; throws if a piece cannot be made, and nothing more happens then. */
    void begin() throws IOException {
        try {
            sendWhileItFlows();
        } catch (IOException | RuntimeException | Error e) {
            pieces.release();
            throw e;
        }
    }

    private void askForPermit() {
        resources.costlyPermits().resume(resources.party(), this::resume);
    }

    private void resume(Permit permit) {
        resources.worksUnder(permit);
        try {
            sendWhileItFlows();
        } catch (IOException | RuntimeException | Error e) {
            pieces.release();
            whole.failed(e);
        }
    }

    private void sendWhileItFlows() throws IOException {
        boolean flows = true;
        while (flows) {
            ByteBuffer piece = pieces.next();
            if (!pieces.hasMore()) {
                resources.progress().writeBegins();
                response.write(true, piece, new Last());
                return;
            }
            flows = !piece.hasRemaining() || write(piece);
            if (flows && resources.costlyPermits().isContended()) {
                askForPermit();
                return;
            }
        }
    }

    /** Returns true if the write has ended already. */
    private boolean write(ByteBuffer piece) {
        pieceBytes = piece.remaining();
        writing.set(Writing.BEGUN);
        resources.progress().writeBegins();
        response.write(false, piece, this);
        return !writing.compareAndSet(Writing.BEGUN, Writing.AWAITED);
    }

    @Override
    public void succeeded() {
        resources.progress().writeEnds(pieceBytes);
        if (!writing.compareAndSet(Writing.BEGUN, Writing.ENDED)) {
            askForPermit();
        }
    }

    @Override
    public void failed(Throwable failure) {
        pieces.release();
        whole.failed(failure);
    }

    /** The end of the last write, and of the reply. */
    private final class Last implements Callback {
        @Override
        public void succeeded() {
            try {
                pieces.sent();
            } finally {
                pieces.release();
                whole.succeeded();
            }
        }

        @Override
        public void failed(Throwable failure) {
            ReplySender.this.failed(failure);
        }
    }
}
