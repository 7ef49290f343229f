package io.mintmark.lab.hostile.cases;

import static io.mintmark.lab.hostile.cases.Bytes.gzip;
import static io.mintmark.lab.hostile.cases.Bytes.joined;
import static io.mintmark.lab.hostile.cases.Bytes.repeated;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/** Bodies in gzip and zstd; the latter are written by hand, after RFC 8878. */
final class CodedCases {
    private static final byte[] ZSTD_MAGIC = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final byte[] ZSTD_EMPTY = joined(ZSTD_MAGIC, new byte[] {0x20, 0, 1, 0, 0});
    private static final byte[] ZSTD_SKIPPED = {0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0};
    private static final int BOMB = 256 * Bytes.MEBIBYTE;
    private static final byte[] EMPTY = gzip(new byte[0]);
    private static final byte[] DOCUMENT = Bytes.of("{\"a\":1}");

    private CodedCases() {}

    static List<HostileCase> all() {
        return List.of(
                coded("gzip-empty-members", "20,000 empty members", "gzip", () -> repeated(EMPTY, 20_000)),
                coded(
                        "gzip-members-around",
                        "a document between 200,000 empty members",
                        "gzip",
                        () -> joined(repeated(EMPTY, 100_000), gzip(DOCUMENT), repeated(EMPTY, 100_000))),
                coded("gzip-tiny-members", "a member for each letter of a long document", "gzip", () -> tinyMembers()),
                coded("gzip-bomb", "256 MiB of white space in 260 KB", "gzip", () -> bomb()),
                coded("gzip-bomb-twice", "the same, compressed again and said so", "gzip, gzip", () -> gzip(bomb())),
                coded(
                        "gzip-long-extra",
                        "2,000 members whose extra field has 64 KiB",
                        "gzip",
                        () -> repeated(extra(), 2_000 / 16)),
                coded(
                        "gzip-endless-name",
                        "a member whose file name has 16 MiB",
                        "gzip",
                        () -> joined(head(8), repeated(new byte[] {'n'}, 16 * Bytes.MEBIBYTE))),
                coded(
                        "gzip-truncated",
                        "a member that ends early",
                        "gzip",
                        () -> Arrays.copyOf(gzip(repeated("{\"a\":\"", "x", 1 << 20, "\"}")), 600)),
                coded("gzip-wrong-sums", "a member whose checksum and length are wrong", "gzip", () -> wrongSum()),
                coded(
                        "gzip-noise",
                        "a head of gzip before noise",
                        "gzip",
                        () -> joined(head(0), repeated(new byte[] {7, -1, 3, 99, -5}, 1 << 18))),
                coded("zstd-empty-frames", "200,000 empty frames", "zstd", () -> repeated(ZSTD_EMPTY, 200_000)),
                coded(
                        "zstd-skipped-frames",
                        "1,000,000 frames to be skipped",
                        "zstd",
                        () -> repeated(ZSTD_SKIPPED, 1_000_000)),
                coded(
                        "zstd-long-skip",
                        "a frame to be skipped of 4 GiB",
                        "zstd",
                        () -> joined(new byte[] {0x50, 0x2a, 0x4d, 0x18, -1, -1, -1, -1}, new byte[1 << 20])),
                coded("zstd-bomb", "2,000 blocks that repeat a byte 128 KiB times", "zstd", () -> zstdBomb(2_000)),
                coded(
                        "zstd-empty-blocks",
                        "5,000,000 empty blocks",
                        "zstd",
                        () -> joined(ZSTD_MAGIC, new byte[] {0, 0x58}, new byte[15_000_000])),
                coded(
                        "zstd-large-window",
                        "windows of 8 MiB, held open",
                        "zstd",
                        () -> joined(ZSTD_MAGIC, new byte[] {0, 0x68}, block(1, 128 << 10))),
                coded(
                        "zstd-huge-window",
                        "a window of 3.75 TiB",
                        "zstd",
                        () -> joined(ZSTD_MAGIC, new byte[] {0, (byte) 0xff}, block(1, 100))),
                streamed(
                        "gzip-members-streamed",
                        "bulk inserts of 20,000 empty members",
                        "gzip",
                        () -> repeated(EMPTY, 20_000)),
                streamed("gzip-bomb-streamed", "a bulk insert of white space without an end", "gzip", () -> bomb()),
                streamed(
                        "zstd-bomb-streamed",
                        "a bulk insert of blocks that repeat a byte",
                        "zstd",
                        () -> zstdBomb(2_000)));
    }

    private static HostileCase coded(String name, String what, String coding, Supplier<byte[]> made) {
        return HostileCase.of(name, what, first -> {
            byte[] body = made.get();
            return (stranger, turn) -> {
                int put = stranger.db("PUT", "docs?id=coded/" + turn % 16, body, "Content-Encoding: " + coding);
                int sent = stranger.db("POST", "bulk_docs", body, "Content-Encoding: " + coding);
            };
        });
    }

    private static HostileCase streamed(String name, String what, String coding, Supplier<byte[]> made) {
        return HostileCase.of(name, what, first -> {
            byte[] body = made.get();
            return (stranger, turn) -> {
                int ignored = stranger.db("POST", "bulk_insert?id=" + turn, body, "Content-Encoding: " + coding);
            };
        });
    }

    private static byte[] bomb() {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        byte[] spaces = repeated(new byte[] {' '}, Bytes.MEBIBYTE);
        try (GZIPOutputStream out = new GZIPOutputStream(coded)) {
            out.write(Bytes.of("["));
            for (int i = 0; i < BOMB / spaces.length; i++) {
                out.write(spaces);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return coded.toByteArray();
    }

    private static byte[] tinyMembers() {
        byte[] letter = gzip(new byte[] {'x'});
        return joined(gzip(Bytes.of("{\"a\":\"")), repeated(letter, 200_000), gzip(Bytes.of("\"}")));
    }

    /** A gzip head with those flags. */
    private static byte[] head(int flags) {
        return new byte[] {0x1f, (byte) 0x8b, 8, (byte) flags, 0, 0, 0, 0, 0, 3};
    }

    private static byte[] extra() {
        return joined(head(4), new byte[] {-1, -1}, new byte[65_535], Arrays.copyOfRange(EMPTY, 10, EMPTY.length));
    }

    private static byte[] wrongSum() {
        byte[] member = gzip(DOCUMENT);
        member[member.length - 1] ^= 0x55;
        member[member.length - 8] ^= 0x55;
        return member;
    }

    /** The head of a block that repeats its one byte {@code size} times, and that byte. */
    private static byte[] block(int type, int size) {
        int head = size << 3 | type << 1;
        return new byte[] {(byte) head, (byte) (head >> 8), (byte) (head >> 16), ' '};
    }

    private static byte[] zstdBomb(int blocks) {
        return joined(ZSTD_MAGIC, new byte[] {0, 0x58}, repeated(block(1, 128 << 10), blocks));
    }
}
