package io.mintmark.web.body;

import com.github.luben.zstd.Zstd;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/**
 * Follows the frames and blocks of zstd (RFC 8878) without inflating them. Used by one thread at a time.
 *
 * <p>What a frame asks for is judged by its header alone, before the library inflates anything: the window is claimed
 * as memory and refused by its size, a dictionary by its number. And the library is never given bytes of two frames at
 * once, so that nothing after a frame is passed over silently.
 */
final class ZstdFrames {
    /** Largest window: what every reader of zstd over HTTP must have, and no writer may exceed (RFC 9659). */
    static final int WINDOW_LOG_MAX = 23;

    private static final long WINDOW_BYTES_MAX = 1L << WINDOW_LOG_MAX;

    private static final int MAGIC = 0xFD2FB528;
    /** The last four bits are free. */
    private static final int MAGIC_OF_SKIPPED = 0x184D2A50;

    private static final int MAGIC_BYTES = 4;
    private static final int BLOCK_HEADER_BYTES = 3;
    private static final int CHECKSUM_BYTES = 4;
    /** A frame's header with its magic number. */
    private static final int HEADER_BYTES_MAX = 18;

    // Types of blocks.
    private static final int RAW = 0;
    private static final int REPEATED = 1;

    private static final int DESCRIPTOR_AT = 4;
    private static final int WINDOW_AT = 5;

    /** What the bytes that are being gathered mean. */
    private enum Field {
        MAGIC,
        DESCRIPTOR,
        HEADER,
        BLOCK_HEADER,
        CHECKSUM,
        SKIPPED_SIZE
    }

    private final LongConsumer windows;
    private final byte[] gathered = new byte[HEADER_BYTES_MAX];
    private Field field = Field.MAGIC;
    /** How many gathered bytes there are, and at how many the field is whole. */
    private int have;

    private int whole = MAGIC_BYTES;
    private long passing;
    private boolean checksum;
    private boolean lastBlock;
    private boolean anyBlock;
    private boolean ended;
    private boolean any;
    private int empty;
    private long content;

    /** Tells {@code windows} the bytes of each frame's window, before the frame goes on. */
    ZstdFrames(LongConsumer windows) {
        this.windows = windows;
    }

    /** Returns how many bytes the first frame of {@code zstd} says it holds, or 0 if it does not say. */
    static long bytesPromised(byte[] zstd) {
        // The library looks at the first byte before it looks whether there is one.
        return zstd.length == 0 ? 0 : Math.max(0, Zstd.getFrameContentSize(zstd));
    }

    /** Passes over {@code bytes} up to the end of a frame, or of them; returns how many these are. */
    int scan(ByteBuffer bytes) {
        int at = bytes.position();
        ended = false;
        while (at < bytes.limit() && !ended) {
            if (passing > 0) {
                int step = (int) Math.min(passing, bytes.limit() - at);
                passing -= step;
                at += step;
                passed();
            } else {
                any = true;
                gathered[have++] = bytes.get(at++);
                if (field == Field.MAGIC && have == 1) {
                    requireFirstByte(gathered[0]);
                }
                if (have == whole) {
                    understand();
                }
            }
        }
        return at - bytes.position();
    }

    /** Returns whether the present frame may hold {@code bytes}: as many as it says, or any number if it says none. */
    boolean mayHold(long bytes) {
        return content < 0 || content == bytes;
    }

    /** Returns whether no frame has begun that has not ended. */
    boolean isBetweenFrames() {
        return field == Field.MAGIC && have == 0;
    }

    /**
     * Returns whether a body may end here: after a frame, or after any block of one. RavenDB's .NET client flushes the
     * last block with content and never sends the empty one that would end the frame.
     */
    boolean mayEnd() {
        boolean behindBlock = field == Field.BLOCK_HEADER && anyBlock && have == 0 && passing == 0;
        return any && (isBetweenFrames() || behindBlock);
    }

    /** Returns how many frames, and blocks without content, there were: work for nothing. */
    int empty() {
        return empty;
    }

    private void understand() {
        switch (field) {
            case MAGIC -> magic((int) number(MAGIC_BYTES));
            case DESCRIPTOR -> descriptor(gathered[DESCRIPTOR_AT]);
            case HEADER -> header(gathered[DESCRIPTOR_AT]);
            case BLOCK_HEADER -> block((int) number(BLOCK_HEADER_BYTES));
            case CHECKSUM -> end();
            case SKIPPED_SIZE -> {
                passing = number(MAGIC_BYTES);
                content = 0;
                lastBlock = true;
                checksum = false;
                passed();
            }
        }
    }

    private void await(Field next, int bytes) {
        have = 0;
        awaitBehind(next, bytes);
    }

    /** Goes on with a field whose bytes are gathered behind those of the last one. */
    private void awaitBehind(Field next, int bytes) {
        field = next;
        whole = have + bytes;
    }

    private void magic(int magic) {
        if (magic == MAGIC) {
            awaitBehind(Field.DESCRIPTOR, 1);
        } else if ((magic & ~0xF) == MAGIC_OF_SKIPPED) {
            await(Field.SKIPPED_SIZE, MAGIC_BYTES);
        } else {
            throw noMagic();
        }
        empty++;
    }

    /** Refuses what cannot become a magic number, without a wait for the rest of it, which may never come. */
    private void requireFirstByte(byte first) {
        if (first != (byte) MAGIC && (first & ~0xF) != (MAGIC_OF_SKIPPED & 0xFF)) {
            throw noMagic();
        }
    }

    private ApiException noMagic() {
        return ZstdBody.malformed(
                empty == 0 ? "it does not begin like one" : "after its last frame are bytes that begin no other");
    }

    private void descriptor(int value) {
        if ((value & 0x8) != 0) {
            throw ZstdBody.malformed("a frame uses what its format reserves");
        }
        awaitBehind(Field.HEADER, windowBytes(value) + dictionaryBytes(value) + contentSizeBytes(value));
    }

    private void header(int descriptor) {
        long dictionary = Zstd.getDictIdFromFrame(gathered);
        if (dictionary != 0) {
            throw unsupported("it needs the dictionary " + dictionary + ", which the server does not have: compress"
                    + " without a dictionary");
        }
        content = Zstd.getFrameContentSize(gathered, 0, have);
        long window = isSingleSegment(descriptor) ? content : window(gathered[WINDOW_AT]);
        if (window < 0 || window > WINDOW_BYTES_MAX) {
            throw unsupported("it needs a window of " + Long.toUnsignedString(window) + " bytes, more than the "
                    + WINDOW_BYTES_MAX + " that HTTP allows: compress at a lower level, or without a long window");
        }
        windows.accept(window);
        checksum = (descriptor & 0x4) != 0;
        anyBlock = false;
        await(Field.BLOCK_HEADER, BLOCK_HEADER_BYTES);
    }

    private static ApiException unsupported(String why) {
        return new ApiException(
                ErrorType.UNSUPPORTED_ENCODING,
                "The zstd of a request body is not supported by this server: " + why + ".");
    }

    private void block(int header) {
        lastBlock = (header & 1) != 0;
        int type = header >> 1 & 3;
        int size = header >>> 3;
        if (size == 0) {
            requireRaw(type);
            empty++;
        }
        passing = type == REPEATED ? 1 : size;
        anyBlock = true;
        passed();
    }

    /** The library takes an empty block of another kind where it has the whole frame, or where it has pieces alone. */
    private static void requireRaw(int type) {
        if (type != RAW) {
            throw ZstdBody.malformed("a block that should be compressed or repeated is empty");
        }
    }

    /** Goes on after a block, or after what is skipped. */
    private void passed() {
        if (passing > 0) {
            return;
        }
        if (!lastBlock) {
            await(Field.BLOCK_HEADER, BLOCK_HEADER_BYTES);
        } else if (checksum) {
            await(Field.CHECKSUM, CHECKSUM_BYTES);
        } else {
            end();
        }
    }

    private void end() {
        ended = true;
        lastBlock = false;
        await(Field.MAGIC, MAGIC_BYTES);
    }

    private static boolean isSingleSegment(int descriptor) {
        return (descriptor & 0x20) != 0;
    }

    private static int windowBytes(int descriptor) {
        return isSingleSegment(descriptor) ? 0 : 1;
    }

    private static int dictionaryBytes(int descriptor) {
        int flag = descriptor & 3;
        return flag == 3 ? 4 : flag;
    }

    private static int contentSizeBytes(int descriptor) {
        int flag = descriptor >> 6 & 3;
        return flag == 0 ? 1 - windowBytes(descriptor) : 1 << flag;
    }

    private static long window(int descriptor) {
        long base = 1L << (10 + (descriptor >> 3 & 31));
        return base + base / 8 * (descriptor & 7);
    }

    /** Returns what the first {@code count} of the gathered bytes mean. */
    private long number(int count) {
        long number = 0;
        for (int i = count - 1; i >= 0; i--) {
            number = number << Byte.SIZE | gathered[i] & 0xFF;
        }
        return number;
    }
}
