package io.mintmark.web.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictTrainer;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdOutputStream;
import com.sun.management.ThreadMXBean;
import io.mintmark.protocol.ErrorType;
import io.mintmark.support.FairShare;
import io.mintmark.testkit.Seed;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Overload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies in zstd: read whatever their sender made of them, and refused by name where they cannot be read. */
class ZstdBodyTest {
    private static final int BYTES_MAX = 64 << 20;
    private static final byte[] PLAIN =
            "{\"name\":\"Ada\",\"born\":1815}".repeat(2_000).getBytes(UTF_8);

    private static MemoryClaim claim() {
        return claimOf(new FairShare<>(1L << 30, 1L << 30));
    }

    private static MemoryClaim claimOf(FairShare<InetAddress> memory) {
        return new MemoryClaim(memory, InetAddress.getLoopbackAddress(), new AdmissionCounts(), Overload::noMemory);
    }

    private static byte[] inflate(byte[] zstd) {
        return ContentCoding.ZSTD.inflate(zstd, BYTES_MAX, claim());
    }

    private static String refusal(byte[] zstd, ErrorType type) {
        try {
            inflate(zstd);
        } catch (ApiException e) {
            assertThat(e.type()).as(e.getMessage()).isEqualTo(type);
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("it was taken");
    }

    private static byte[] streamed(byte[] plain, int level, int window, boolean checksum) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(bytes, level)) {
            zstd.setChecksum(checksum);
            if (window > 0) {
                zstd.setLong(window);
            }
            zstd.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] skipped(int bytes) {
        ByteBuffer frame = ByteBuffer.allocate(8 + bytes).order(ByteOrder.LITTLE_ENDIAN);
        return frame.putInt(0x184D2A57).putInt(bytes).array();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] hex(String bytes) {
        return HexFormat.of().parseHex(bytes);
    }

    @ParameterizedTest
    @CsvSource({"-5,false", "1,true", "3,false", "3,true", "9,false", "19,true", "22,false"})
    void shouldReadWhatEachLevelMakesInAStreamAndAtOnce(int level, boolean checksum) throws Exception {
        byte[] noise = new byte[300_000];
        new SplittableRandom(17).nextBytes(noise);
        byte[] plain = joined(PLAIN, noise, PLAIN);

        assertThat(inflate(Zstd.compress(plain, level))).isEqualTo(plain);
        if (level < 22) {
            assertThat(inflate(streamed(plain, level, 0, checksum))).isEqualTo(plain);
        }
    }

    @Test
    void shouldReadFramesOneAfterTheOtherAndPassOverThoseToBeSkipped() throws Exception {
        byte[] one = Zstd.compress(PLAIN);
        byte[] empty = Zstd.compress(new byte[0]);

        assertThat(inflate(joined(skipped(0), one, skipped(70_000), empty, streamed(PLAIN, 3, 0, true), skipped(9))))
                .isEqualTo(joined(PLAIN, PLAIN));
        assertThat(inflate(skipped(5))).isEmpty();
        assertThat(inflate(empty)).isEmpty();
    }

    /** A frame that promises 137 bytes, and has an empty last block: the library takes it where it comes in pieces. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 9})
    void shouldRefuseAFrameThatHoldsLessThanItPromisesHoweverItIsCut(int pieceBytes) {
        byte[] frame = hex("28b52ffd" + "20" + "89" + "010000");

        assertThat(refusal(frame, ErrorType.BAD_REQUEST)).contains("not the zstd that its header promises");
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> inPieces(frame, pieceBytes))
                .withMessageContaining("not the zstd that its header promises");
    }

    /** A compressed block, and one of a repeated byte. */
    @ParameterizedTest
    @CsvSource({"050000, 1", "050000, 3", "050000, 14", "03000000, 1", "03000000, 3", "03000000, 14"})
    void shouldRefuseABlockThatIsEmptyAndNotRawHoweverItIsCut(String block, int pieceBytes) {
        byte[] frame = hex("28b52ffd" + "20" + "00" + "000000" + block);

        assertThat(refusal(frame, ErrorType.BAD_REQUEST)).isNotEmpty();
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> inPieces(frame, pieceBytes))
                .withMessageContaining("should be compressed or repeated is empty");
    }

    private static void inPieces(byte[] zstd, int pieceBytes) {
        try (ZstdInflater inflater = ZstdInflater.ofStream(claim())) {
            for (int from = 0; from < zstd.length; from += pieceBytes) {
                ByteBuffer piece = ByteBuffer.wrap(zstd, from, Math.min(pieceBytes, zstd.length - from));
                while (piece.hasRemaining() || !inflater.isDrained()) {
                    ByteBuffer inflated = inflater.next(piece);
                    assertThat(inflated.remaining()).isZero();
                }
            }
            inflater.requireEnd();
        }
    }

    @Test
    void shouldCompressNothingToABodyThatHoldsNothing() {
        assertThat(inflate(ContentCoding.ZSTD.compress(new byte[0]))).isEmpty();
    }

    @Test
    void shouldPromiseNothingWithoutAFrame() {
        assertThat(ContentCoding.ZSTD.bytesPromised(new byte[0])).isZero();
    }

    /** Bodies of random frames, cut into random pieces, and what is left of them when a byte changes. */
    @Test
    void shouldReadAnyFramesHoweverTheyAreCutAndSurviveAnyByte() throws Exception {
        SplittableRandom random = new SplittableRandom(Seed.fresh("ZstdBodyTest"));
        for (int round = 0; round < 300; round++) {
            ByteArrayOutputStream plain = new ByteArrayOutputStream();
            ByteArrayOutputStream zstd = new ByteArrayOutputStream();
            for (int frame = random.nextInt(1, 5); frame > 0; frame--) {
                byte[] part = part(random);
                plain.writeBytes(part);
                zstd.writeBytes(
                        random.nextBoolean()
                                ? Zstd.compress(part, random.nextInt(1, 6))
                                : streamed(part, random.nextInt(1, 6), 0, random.nextBoolean()));
                zstd.writeBytes(random.nextInt(3) == 0 ? skipped(random.nextInt(40)) : new byte[0]);
            }
            byte[] body = zstd.toByteArray();
            assertThat(inCuts(body, random)).as("round %s", round).isEqualTo(plain.toByteArray());
            survive(body, random);
        }
    }

    private static byte[] part(SplittableRandom random) {
        byte[] part = new byte[random.nextInt(random.nextBoolean() ? 100 : 200_000)];
        byte[] noise = new byte[Math.min(part.length, random.nextInt(1, 3_000))];
        random.nextBytes(noise);
        for (int at = 0; at < part.length; at += noise.length) {
            System.arraycopy(noise, 0, part, at, Math.min(noise.length, part.length - at));
        }
        return part;
    }

    private static byte[] inCuts(byte[] body, SplittableRandom random) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (ZstdInflater inflater = ZstdInflater.ofStream(claim())) {
            for (int from = 0, to; from < body.length; from = to) {
                to = Math.min(body.length, from + random.nextInt(1, random.nextBoolean() ? 10 : 50_000));
                ByteBuffer cut = ByteBuffer.wrap(body, from, to - from);
                while (cut.hasRemaining() || !inflater.isDrained()) {
                    ByteBuffer piece = inflater.next(cut);
                    assertThat(piece.remaining()).isLessThanOrEqualTo(ZstdContext.STEP_BYTES);
                    byte[] bytes = new byte[piece.remaining()];
                    piece.get(bytes);
                    all.writeBytes(bytes);
                }
            }
            inflater.requireEnd();
        }
        return all.toByteArray();
    }

    /** A changed byte may be a byte of the content, or be refused, and nothing else. */
    private static void survive(byte[] body, SplittableRandom random) {
        for (int i = 0; i < 10; i++) {
            byte[] changed = body.clone();
            changed[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                assertThat(inflate(changed)).isNotNull();
            } catch (ApiException e) {
                assertThat(e.type())
                        .isIn(ErrorType.BAD_REQUEST, ErrorType.UNSUPPORTED_ENCODING, ErrorType.BODY_TOO_LARGE);
            }
        }
    }

    @Test
    void shouldRefuseABodyThatEndsWithinABlockOrBeforeTheFirst() throws Exception {
        for (byte[] zstd : new byte[][] {Zstd.compress(PLAIN), streamed(PLAIN, 3, 0, true), skipped(30)}) {
            for (int length = 1; length < zstd.length; length++) {
                assertThat(refusal(Arrays.copyOf(zstd, length), ErrorType.BAD_REQUEST))
                        .as("%s of %s bytes", length, zstd.length)
                        .contains("it ends in the middle");
            }
        }
        assertThat(refusal(new byte[0], ErrorType.BAD_REQUEST)).contains("it ends in the middle");
    }

    @Test
    void shouldTakeABodyWhoseLastBlockWasFlushedAndItsFrameNotEnded() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(bytes, 1)) {
            zstd.write(PLAIN);
            zstd.flush();
            assertThat(inflate(bytes.toByteArray())).isEqualTo(PLAIN);
            zstd.write(PLAIN);
            zstd.flush();
            assertThat(inflate(bytes.toByteArray())).isEqualTo(joined(PLAIN, PLAIN));
        }
        assertThat(inflate(bytes.toByteArray())).isEqualTo(joined(PLAIN, PLAIN));
    }

    @Test
    void shouldRefuseWhatIsNoZstdBeforeOrBehindAFrame() throws Exception {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(PLAIN);
        }
        assertThat(refusal(gzip.toByteArray(), ErrorType.BAD_REQUEST)).contains("it does not begin like one");
        assertThat(refusal(joined(Zstd.compress(PLAIN), PLAIN), ErrorType.BAD_REQUEST))
                .contains("after its last frame are bytes that begin no other");
        assertThat(refusal(joined(Zstd.compress(PLAIN), new byte[1]), ErrorType.BAD_REQUEST))
                .contains("is not the zstd that its header promises");
    }

    @Test
    void shouldRefuseContentThatDoesNotMatchItsChecksum() throws Exception {
        byte[] zstd = streamed(PLAIN, 3, 0, true);
        zstd[zstd.length - 1] ^= 1;

        assertThat(refusal(zstd, ErrorType.BAD_REQUEST)).contains("checksum");
    }

    @Test
    void shouldRefuseADictionaryByItsNumber() {
        ZstdDictTrainer trainer = new ZstdDictTrainer(1 << 20, 4 << 10);
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 2_000; i++) {
            trainer.addSample(("{\"name\":\"user " + random.nextInt() + "\",\"n\":" + i + "}").getBytes(UTF_8));
        }
        byte[] dictionary = trainer.trainSamples();
        try (ZstdCompressCtx context = new ZstdCompressCtx().loadDict(dictionary)) {
            assertThat(refusal(context.compress(PLAIN), ErrorType.UNSUPPORTED_ENCODING))
                    .contains("it needs the dictionary " + Zstd.getDictIdFromDict(dictionary))
                    .contains("compress without a dictionary");
        }
    }

    /** The window of 2 GiB, then the largest there is, then that of a frame which is one segment of 2^40 bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"28b52ffd 00 a8 010000", "28b52ffd 00 ff 010000", "28b52ffd e0 0000000000010000 010000"})
    void shouldRefuseALargeWindowByItsSize(String zstd) {
        assertThat(refusal(hex(zstd.replace(" ", "")), ErrorType.UNSUPPORTED_ENCODING))
                .contains("it needs a window of ", "more than the 8388608 that HTTP allows", "at a lower level");
    }

    @Test
    void shouldReadTheLargestWindowThatHttpAllowsAndNoneBeyond() throws Exception {
        assertThat(inflate(streamed(PLAIN, 3, 23, true))).isEqualTo(PLAIN);
        assertThat(refusal(streamed(PLAIN, 3, 24, true), ErrorType.UNSUPPORTED_ENCODING))
                .contains("a window of 16777216 bytes");
    }

    @Test
    void shouldCountTheWindowOfAStreamAsItsMemory() throws Exception {
        FairShare<InetAddress> memory = new FairShare<>(1L << 30, 1L << 30);
        try (ZstdInflater inflater = ZstdInflater.ofStream(claimOf(memory))) {
            ByteBuffer first = ByteBuffer.wrap(streamed(PLAIN, 3, 23, false), 0, 6);
            while (first.hasRemaining()) {
                assertThat(inflater.next(first).hasRemaining()).isFalse();
            }
            assertThat(memory.taken()).isBetween(8L << 20, 9L << 20);
        }
    }

    @Test
    void shouldRefuseABombLongBeforeTheLimit() {
        byte[] bomb = Zstd.compress(new byte[64 << 20]);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        assertThat(refusal(bomb, ErrorType.BODY_TOO_LARGE)).contains("200 times its " + bomb.length + " bytes");

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4 << 20);
    }

    @Test
    void shouldRefuseMoreThanABodyMayHave() {
        byte[] noise = new byte[3 << 20];
        new SplittableRandom(17).nextBytes(noise);

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> ContentCoding.ZSTD.inflate(Zstd.compress(noise), 2 << 20, claim()))
                .withMessageContaining("limit-body=2097152");
    }

    @Test
    void shouldRefuseABodyOfFramesAndBlocksThatHoldNothing() {
        byte[] emptyFrame = hex("28b52ffd2000010000");
        byte[] frames = new byte[20_000 * emptyFrame.length];
        for (int at = 0; at < frames.length; at += emptyFrame.length) {
            System.arraycopy(emptyFrame, 0, frames, at, emptyFrame.length);
        }
        byte[] blocks = Arrays.copyOf(hex("28b52ffd0058"), 60_000);

        assertThat(refusal(frames, ErrorType.BAD_REQUEST)).contains("more than 10000 frames and empty blocks");
        assertThat(refusal(blocks, ErrorType.BAD_REQUEST)).contains("more than 10000 frames and empty blocks");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 257, 65_535, 65_536, 70_000, 3_000_000})
    void shouldReadHowMuchAFrameSaysItHolds(int bytes) throws Exception {
        assertThat(ContentCoding.ZSTD.bytesPromised(Zstd.compress(new byte[bytes])))
                .isEqualTo(bytes);
        assertThat(ContentCoding.ZSTD.bytesPromised(streamed(new byte[bytes], 3, 0, true)))
                .isZero();
        assertThat(ContentCoding.ZSTD.bytesPromised("nothing of the kind".getBytes(UTF_8)))
                .isZero();
    }

    @Test
    void shouldNotBlameTheClientForTheServersWantOfMemory() {
        ApiException refusal = ZstdInflater.refusal(
                new ZstdException(Zstd.errMemoryAllocation(), "Allocation error : not enough memory"));

        assertThat(refusal.type()).isEqualTo(ErrorType.OVERLOADED);
        assertThat(refusal).hasMessageContaining("no memory left").hasMessageContaining("try again");
        assertThat(ZstdInflater.refusal(new ZstdException(Zstd.errCorruptionDetected(), "corrupt"))
                        .type())
                .isEqualTo(ErrorType.BAD_REQUEST);
    }

    @Test
    void shouldLeaveNothingOfTheLibraryBehindWhenThereIsNoMemoryForABuffer() {
        List<ZstdDecompressCtx> made = new ArrayList<>();
        List<Integer> buffers = new ArrayList<>();

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> ZstdContext.make(
                        bytes -> {
                            buffers.add(bytes);
                            if (buffers.size() == 2) {
                                throw new OutOfMemoryError("Cannot reserve 16384 bytes of direct buffer memory");
                            }
                            return ByteBuffer.allocateDirect(bytes);
                        },
                        () -> {
                            made.add(new ZstdDecompressCtx());
                            return made.get(0);
                        }))
                .satisfies(refusal -> assertThat(refusal.type()).isEqualTo(ErrorType.OVERLOADED));

        assertThat(made).isEmpty();
    }

    /** A context must be as good as new for the next body, whatever the last one did to it. */
    @Test
    void shouldForgetABodyThatWasRefused() throws Exception {
        byte[] zstd = streamed(PLAIN, 3, 0, true);
        for (int i = 0; i < 100; i++) {
            String ignored = refusal(Arrays.copyOf(zstd, zstd.length / 2), ErrorType.BAD_REQUEST);
            assertThat(inflate(zstd)).isEqualTo(PLAIN);
        }
    }
}
