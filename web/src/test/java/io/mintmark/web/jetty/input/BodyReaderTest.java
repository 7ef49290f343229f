package io.mintmark.web.jetty.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.ClientConnection;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.admission.SilentConnection;
import io.mintmark.web.http.Overload;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;

class BodyReaderTest {
    private static final int CHUNK = 16 << 10;

    /** What would run on other threads; the test runs it when it likes. */
    private final Deque<Runnable> dispatched = new ArrayDeque<>();

    private final List<byte[]> whole = new ArrayList<>();
    private final List<Throwable> failed = new ArrayList<>();

    private BodyReader reader(Content.Source source) {
        AdmissionControl admission = new AdmissionControl(
                LimitsBuilder.load().build(), dispatched::add, () -> 17, new AdmissionCounts(), Overload::noMemory);
        ClientConnection connection = new SilentConnection(admission);
        return new BodyReader(source, 64 << 20, connection.begin(admission.permits()), whole::add, failed::add);
    }

    /** A body that comes as fast as it is read. */
    private static class Ready implements Content.Source {
        private final int chunks;
        private int read;

        Ready(int chunks) {
            this.chunks = chunks;
        }

        @Override
        public Content.Chunk read() {
            read++;
            return Content.Chunk.from(ByteBuffer.wrap(new byte[CHUNK]), read == chunks);
        }

        @Override
        public void demand(Runnable demandCallback) {
            throw new IllegalStateException("there is always more");
        }

        @Override
        public void fail(Throwable failure) {
            throw new IllegalStateException("nobody fails it", failure);
        }
    }

    @Test
    void shouldReadALargeBodyLittleByLittleAndJoinItElsewhere() {
        Ready body = new Ready(64);

        Runnable next = reader(body);
        int before = 0;
        while (body.read < 64) {
            next.run();
            assertThat((body.read - before) * CHUNK).isBetween(1, BodyReader.BYTES_AT_ONCE);
            before = body.read;
            next = dispatched.remove();
        }

        assertThat(whole).as("joined by whoever read the end").isEmpty();
        next.run();
        assertThat(whole).hasSize(1);
        assertThat(whole.get(0)).hasSize(64 * CHUNK);
        assertThat(dispatched).isEmpty();
        assertThat(failed).isEmpty();
    }

    @Test
    void shouldReadASmallBodyAtOnce() {
        reader(new Ready(3)).run();

        assertThat(whole).hasSize(1);
        assertThat(dispatched).isEmpty();
    }

    @Test
    void shouldTellOfAnErrorInsteadOfLeavingTheExchangeToNobody() {
        Error error = new InternalError("on purpose");
        Ready body = new Ready(64) {
            @Override
            public Content.Chunk read() {
                if (super.read == 3) {
                    throw error;
                }
                return super.read();
            }
        };

        reader(body).run();

        assertThat(failed).containsExactly(error);
        assertThat(whole).isEmpty();
    }
}
