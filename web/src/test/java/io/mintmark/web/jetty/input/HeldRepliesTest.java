package io.mintmark.web.jetty.input;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Which writes share one, and that none stays or changes places. */
class HeldRepliesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private int writes;
    /** What the network takes at a time. */
    private int takes = Integer.MAX_VALUE;

    private final HeldReplies replies = new HeldReplies(this::write);
    private final AtomicBoolean more = new AtomicBoolean(true);

    private boolean write(ByteBuffer... buffers) {
        writes++;
        int left = takes;
        for (ByteBuffer buffer : buffers) {
            while (buffer.hasRemaining() && left > 0) {
                written.write(buffer.get());
                left--;
            }
            if (buffer.hasRemaining()) {
                return false;
            }
        }
        return true;
    }

    private void flush(String text) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(text.getBytes(US_ASCII));
            while (!replies.flush(buffer)) {
                continue;
            }
            assertThat(buffer.hasRemaining()).isFalse();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void hold(String text) {
        replies.holding(more::get, () -> flush(text));
    }

    private String written() {
        return written.toString(US_ASCII);
    }

    @Test
    void shouldWriteRepliesOnceWhichCameTogether() {
        hold("one ");
        hold("two ");
        assertThat(written()).isEmpty();
        more.set(false);
        hold("three");

        assertThat(written()).isEqualTo("one two three");
        assertThat(writes).isEqualTo(1);
        assertThat(replies.areHeld()).isFalse();
    }

    @Test
    void shouldWriteWhatItHeldBeforeAnythingElse() {
        hold("one ");
        flush("two ");
        hold("three ");
        replies.send();

        assertThat(written()).isEqualTo("one two three ");
    }

    @Test
    void shouldKeepTheOrderWhereTheNetworkTakesLittleAtATime() {
        takes = 3;
        hold("one ");
        replies.send();
        assertThat(written()).isEqualTo("one");
        assertThat(replies.areHeld()).isTrue();
        hold("two ");
        flush("three");

        assertThat(written()).isEqualTo("one two three");
        assertThat(replies.areHeld()).isFalse();
    }

    @Test
    void shouldHoldNoMoreThanItsBound() {
        String kibibyte = "k".repeat(1 << 10);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            hold(kibibyte);
            all.append(kibibyte);
            assertThat(all.length() - written.size()).isLessThanOrEqualTo(16 << 10);
        }
        hold("x".repeat(17 << 10));
        all.append("x".repeat(17 << 10));

        assertThat(written()).isEqualTo(all.toString());
        assertThat(writes).isLessThan(5);
    }

    @Test
    void shouldHoldNothingOfAnotherThread() {
        replies.holding(more::get, () -> {
            Thread other = new Thread(() -> flush("other"));
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            assertThat(written()).isEqualTo("other");
        });
    }
}
