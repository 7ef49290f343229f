package io.mintmark.client.http;

import io.mintmark.client.exceptions.InvalidReplyException;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects a reply's bytes up to a limit, so that no server can fill this program's memory. */
final class CappedBody implements BodySubscriber<byte[]> {
    private final URI node;
    private final int bytesMax;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    CappedBody(URI node, int bytesMax) {
        this.node = node;
        this.bytesMax = bytesMax;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        if (this.subscription != null) {
            subscription.cancel();
            return;
        }
        this.subscription = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
        if (whole.isDone()) {
            return;
        }
        for (ByteBuffer item : items) {
            if (item.remaining() > bytesMax - bytes.size()) {
                refuse();
                return;
            }
            byte[] part = new byte[item.remaining()];
            item.get(part);
            bytes.write(part, 0, part.length);
        }
    }

    private void refuse() {
        if (subscription != null) {
            subscription.cancel();
        }
        whole.completeExceptionally(new InvalidReplyException(
                node, "it has more than replyBytesMax=" + bytesMax + " bytes; ask for less at once", null));
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
