package io.mintmark.web.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.ErrorType;
import io.mintmark.support.FairShare;
import io.mintmark.testkit.Seed;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Overload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bodies in gzip: read whatever their sender made of them, and refused by name where they cannot be read. */
class GzipBodyTest {
    private static final byte[] PLAIN =
            "{\"name\":\"Ada\",\"born\":1815}".repeat(2_000).getBytes(UTF_8);

    private static byte[] inflate(byte[] gzip) {
        FairShare<InetAddress> memory = new FairShare<>(1L << 30, 1L << 30);
        return ContentCoding.GZIP.inflate(
                gzip,
                64 << 20,
                new MemoryClaim(memory, InetAddress.getLoopbackAddress(), new AdmissionCounts(), Overload::noMemory));
    }

    private static String refusal(byte[] gzip) {
        try {
            byte[] taken = inflate(gzip);
            throw new AssertionError("it was taken, as " + taken.length + " bytes");
        } catch (ApiException e) {
            assertThat(e.type()).as(e.getMessage()).isEqualTo(ErrorType.BAD_REQUEST);
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void shouldCompressNothingToABodyThatHoldsNothing() {
        assertThat(inflate(ContentCoding.GZIP.compress(new byte[0]))).isEmpty();
    }

    /** The bits between the last block and the trailer mean nothing: only a change there is taken. */
    private static byte @Nullable [] inflatedOrNull(byte[] gzip) {
        try {
            return inflate(gzip);
        } catch (ApiException e) {
            assertThat(e).hasMessageContaining("not the gzip");
            return null;
        }
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static byte[] repeated(byte[] part, int times) {
        byte[][] parts = new byte[times][];
        Arrays.fill(parts, part);
        return joined(parts);
    }

    /** A member whose header has every field that RFC 1952 knows. */
    private static byte[] withEachField(byte[] plain) throws IOException {
        byte[] usual = gzip(plain);
        byte[] header = joined(
                new byte[] {0x1F, (byte) 0x8B, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3},
                new byte[] {3, 0, 'e', 'x', 't'},
                "name\0comment\0".getBytes(UTF_8));
        CRC32 checksum = new CRC32();
        checksum.update(header);
        byte[] sum = {(byte) checksum.getValue(), (byte) (checksum.getValue() >> 8)};
        return joined(header, sum, Arrays.copyOfRange(usual, 10, usual.length));
    }

    @Test
    void shouldReadMembersOneAfterTheOther() throws IOException {
        byte[] empty = gzip(new byte[0]);

        assertThat(inflate(gzip(PLAIN))).isEqualTo(PLAIN);
        assertThat(inflate(empty)).isEmpty();
        assertThat(inflate(joined(empty, gzip(PLAIN), empty, withEachField(PLAIN), empty)))
                .isEqualTo(joined(PLAIN, PLAIN));
    }

    @Test
    void shouldRefuseThousandsOfMembersWithoutContent() throws IOException {
        byte[] empty = gzip(new byte[0]);

        assertThat(inflate(repeated(empty, 10_000))).isEmpty();
        assertThat(refusal(repeated(empty, 20_000))).contains("more than 10000 members");
        assertThat(refusal(joined(gzip(PLAIN), repeated(empty, 20_000)))).contains("more than 10000 members");
    }

    @Test
    void shouldRefuseWhatFollowsTheLastMember() throws IOException {
        assertThat(refusal(joined(gzip(PLAIN), new byte[] {0}))).contains("not the gzip");
        assertThat(refusal(joined(gzip(PLAIN), PLAIN))).contains("not the gzip");
    }

    @Test
    void shouldRefuseWhatEndsEarlyOrWasChanged() throws IOException {
        byte[] whole = withEachField(PLAIN);
        SplittableRandom random = new SplittableRandom(Seed.fresh("GzipBodyTest"));

        for (int end = 0; end < whole.length; end++) {
            assertThat(refusal(Arrays.copyOf(whole, end)))
                    .as("first %d bytes", end)
                    .contains("not the gzip");
        }
        for (int flip = 0; flip < 300; flip++) {
            int at = random.nextInt(whole.length);
            byte[] changed = whole.clone();
            changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            assertThat(inflatedOrNull(changed)).as("byte %d changed", at).isIn(PLAIN, null);
        }
    }
}
