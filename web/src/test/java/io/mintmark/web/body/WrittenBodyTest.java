package io.mintmark.web.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.web.http.BodyWriter;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class WrittenBodyTest {
    @Test
    void shouldKeepNoRoomOfAPartThatWasSent() throws Exception {
        int piece = WrittenBody.PIECE_BYTES;
        Iterator<Integer> sizes = List.of(4 << 20, piece, 1).iterator();
        BodyWriter body = out -> {
            out.write(new byte[sizes.next()]);
            return sizes.hasNext();
        };
        WrittenBody parts = new WrittenBody(body, null);

        ByteBuffer large = parts.next();
        assertThat(large.remaining()).isEqualTo(4 << 20);
        ByteBuffer small = parts.next();
        assertThat(small.remaining()).isEqualTo(piece);
        assertThat(small.array().length).isLessThan(8 * piece);
        assertThat(parts.next().remaining()).isEqualTo(1);
    }
}
