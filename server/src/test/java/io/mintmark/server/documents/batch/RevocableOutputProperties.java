package io.mintmark.server.documents.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever is written in whatever pieces arrives whole, but for what was taken back. */
class RevocableOutputProperties {
    private static final int ROUNDS = 2_000;

    @Test
    void shouldPassOnExactlyWhatWasNotTakenBack() throws IOException {
        SplittableRandom random = new SplittableRandom(Seed.fresh("RevocableOutputProperties"));
        ByteArrayOutputStream sink = new ByteArrayOutputStream();
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        RevocableOutput out = new RevocableOutput(sink);
        int takenBack = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] written = write(out, random);
            if (random.nextInt(3) == 0 && out.takeBack()) {
                takenBack++;
            } else {
                expected.write(written);
            }
            out.release();
            if (round % 50 == 0) {
                assertThat(sink.toByteArray()).isEqualTo(expected.toByteArray());
                sink.reset();
                expected.reset();
            }
        }
        assertThat(takenBack).isBetween(1, ROUNDS - 1);
    }

    @Test
    void shouldTakeBackNothingOfWhatOutgrewIt() throws IOException {
        RevocableOutput out = new RevocableOutput(new ByteArrayOutputStream());
        out.write(new byte[32 << 10]);
        assertThat(out.takeBack()).isTrue();
        out.write(new byte[(32 << 10) + 1]);
        assertThat(out.takeBack()).isFalse();
    }

    private static byte[] write(RevocableOutput out, SplittableRandom random) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        for (int piece = random.nextInt(6); piece > 0; piece--) {
            byte[] bytes = new byte[random.nextInt(1 << random.nextInt(18))];
            random.nextBytes(bytes);
            if (bytes.length == 1) {
                out.write(bytes[0]);
            } else {
                out.write(bytes);
            }
            written.write(bytes);
        }
        return written.toByteArray();
    }
}
