package io.mintmark.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes written at one end come out at the other, and never more of them wait than there is room for. */
@Timeout(60)
class StreamedBodyTest {
    private static final Duration TICK = Duration.ofMillis(1);

    private final StreamedBody body = new StreamedBody();

    /** Takes what it asks for, and keeps it. */
    private static final class Reader implements Subscriber<ByteBuffer> {
        final ByteArrayOutputStream read = new ByteArrayOutputStream();
        final CountDownLatch complete = new CountDownLatch(1);
        Subscription subscription;

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
        }

        @Override
        public synchronized void onNext(ByteBuffer item) {
            byte[] bytes = new byte[item.remaining()];
            item.get(bytes);
            read.writeBytes(bytes);
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {
            complete.countDown();
        }
    }

    private Thread writing(byte[] bytes) {
        Thread writer = new Thread(() -> {
            try {
                for (int at = 0; at < bytes.length; at += 1_000) {
                    body.write(bytes, at, Math.min(1_000, bytes.length - at));
                }
                body.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        return writer;
    }

    @Test
    void shouldPassOnEveryByteInOrder() throws Exception {
        byte[] bytes = new byte[3_000_001];
        new Random(1).nextBytes(bytes);
        Reader reader = new Reader();

        Thread writer = writing(bytes);
        body.subscribe(reader);
        while (!reader.complete.await(1, TimeUnit.MILLISECONDS)) {
            reader.subscription.request(3);
        }
        writer.join();

        assertThat(reader.read.toByteArray()).isEqualTo(bytes);
        assertThat(body.contentLength()).isEqualTo(-1);
    }

    @Test
    void shouldMakeTheWriterWaitForTheReader() throws Exception {
        Reader reader = new Reader();
        body.subscribe(reader);
        Thread writer = writing(new byte[10 << 20]);

        await().pollInterval(TICK).until(() -> writer.getState() == Thread.State.WAITING);
        assertThat(reader.read.size()).isZero();

        reader.subscription.request(Long.MAX_VALUE);
        assertThat(reader.complete.await(30, TimeUnit.SECONDS)).isTrue();
        writer.join();
        assertThat(reader.read.size()).isEqualTo(10 << 20);
    }

    @Test
    void shouldFailAWriterThatWaitsWhenNobodyReadsAnyMore() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            try {
                body.write(new byte[10 << 20]);
            } catch (IOException expected) {
                failed.countDown();
            }
        });
        writer.start();
        await().pollInterval(TICK).until(() -> writer.getState() == Thread.State.WAITING);

        body.end();

        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> body.write(new byte[1 << 20])).isInstanceOf(IOException.class);
    }

    @Test
    void shouldFailAWriterThatIsInterruptedAndKeepTheFlag() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> body.write(new byte[10 << 20])).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldBeReadOnce() {
        body.subscribe(new Reader());

        assertThatThrownBy(() -> body.subscribe(new Reader())).isInstanceOf(IllegalStateException.class);
    }
}
